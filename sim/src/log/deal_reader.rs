//! Reading the table `deals`.

use crate::log::{
    AlsoWon, DealRow, Ending, LogError, Provenance, Seating, SessionRow, Win, WinBy,
    columns::{Column, TableReader},
    deals::{DISCARD, EXHAUSTED, FOUL, ROBBED_KONG, SELF_DRAW, SESSION_OVER, TABLE, VOID},
    moves::Move,
};
use mcr_engine::{BySeat, Fan, Seat, Standing, Tile, Wind};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use std::{path::Path, sync::Arc};

/// Reads a file of the table `deals`.
pub struct DealReader {
    table: TableReader,
}

impl DealReader {
    /// Opens the file and checks that it is one of this table in a version this program reads.
    ///
    /// # Errors
    /// When it is not.
    pub fn open(path: &Path) -> Result<DealReader, LogError> {
        Ok(DealReader { table: TableReader::open(path, &TABLE)? })
    }

    /// What the rows came from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.table.provenance
    }

    /// How many rows the file says it has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.table.rows()
    }

    /// The rows, a row group at a time.
    pub fn groups(&self) -> impl Iterator<Item = Result<Vec<DealRow>, LogError>> + '_ {
        self.read(false)
    }

    /// The rows without their walls and events, which are most of the file: for counting only.
    pub fn outlines(&self) -> impl Iterator<Item = Result<Vec<DealRow>, LogError>> + '_ {
        self.read(true)
    }

    fn read(&self, outline: bool) -> impl Iterator<Item = Result<Vec<DealRow>, LogError>> + '_ {
        let mut first = 0;
        (0..self.table.groups()).map(move |group| {
            let rows = GroupReader { table: &self.table, group, first, outline }.rows();
            first += self.table.group_rows(group) as u64;
            rows
        })
    }
}

/// The first of the columns about sessions, and that of further winners.
const SESSION: usize = 22;
const ALSO_WON: usize = 33;

struct GroupReader<'a> {
    table: &'a TableReader,
    group: usize,
    /// Number of the group's first row in the file.
    first: u64,
    /// Whether walls and events are left out.
    outline: bool,
}

impl GroupReader<'_> {
    fn rows(&self) -> Result<Vec<DealRow>, LogError> {
        let count = self.table.group_rows(self.group);
        let deals = self.table.column::<Int64Type>(self.group, 0)?.values;
        let mut seeds = self.table.column::<Int64Type>(self.group, 1)?.into_options();
        let mut walls = self.bulky(2)?.map(Column::into_options);
        let prevalent = self.ints(3)?;
        let agents = self.agents(4)?;
        let mut events = self.bulky(8)?.map(|column| column.values.into_iter());
        let turns = self.ints(9)?;
        let mut endings = self.endings(count)?;
        let points = [16, 17, 18, 19].map(|place| self.ints(place));
        let [east, south, west, north] = points;
        let points = [east?, south?, west?, north?];
        let sessions = self.sessions(count)?;
        let mut rows = Vec::new();
        for place in 0..count {
            let number = |column, value: i64| {
                u64::try_from(value).map_err(|_| self.value(place, column, value, "0 or more"))
            };
            rows.push(DealRow {
                deal: number("deal", deals[place])?,
                seed: seeds.next().flatten().map(|seed| number("seed", seed)).transpose()?,
                wall: walls
                    .as_mut()
                    .and_then(|walls| walls.next().flatten())
                    .map(|wall| self.wall(place, wall.data()))
                    .transpose()?,
                prevalent: self.wind(place, prevalent[place])?,
                agents: Arc::clone(&agents[place]),
                events: self.events(place, events.as_mut().and_then(Iterator::next))?,
                turns: u16::try_from(turns[place])
                    .map_err(|_| self.value(place, "turns", turns[place], "0 to 65535"))?,
                ending: endings.next(place)?,
                points: BySeat::from_fn(|seat| points[seat.index()][place]),
                session: sessions[place],
            });
        }
        Ok(rows)
    }

    /// Where the deals stand in sessions; files from before there were any do not say.
    fn sessions(&self, count: usize) -> Result<Vec<Option<SessionRow>>, LogError> {
        if !self.table.has_column(SESSION) {
            return Ok(vec![None; count]);
        }
        let sessions = self.table.column::<Int64Type>(self.group, SESSION)?.into_options();
        let columns = (1..=10).map(|more| self.optional_ints(SESSION + more));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let row = |(place, session): (usize, Option<i64>)| {
            let Some(session) = session else { return Ok(None) };
            let get = |column: usize| columns[column].get(place).copied().flatten().unwrap_or(-1);
            let chips = |first: usize| -> Option<BySeat<i16>> {
                let [east, south, west, north] = [0, 1, 2, 3].map(|seat| get(first + seat).try_into().ok());
                Some(BySeat([east?, south?, west?, north?]))
            };
            let read = || {
                let streak = u8::try_from(get(1)).ok()?;
                let stacks = chips(2)?;
                // Without chips nothing counts double.
                let doubled = streak > 0 && stacks.0 != [0; 4];
                Some(SessionRow {
                    session: u64::try_from(session).ok()?,
                    hand: u16::try_from(get(0)).ok()?,
                    streak,
                    standing: Standing { stacks, aside: chips(6)?, doubled },
                })
            };
            let expected = "a session with its hand, streak, stacks and amounts aside";
            read().map(Some).ok_or_else(|| self.value(place, "session", session, expected))
        };
        sessions.enumerate().map(row).collect()
    }

    /// Further winners; files from before there were any do not say.
    fn also_won(&self, count: usize) -> Result<Vec<Vec<AlsoWon>>, LogError> {
        if !self.table.has_column(ALSO_WON) {
            return Ok(vec![Vec::new(); count]);
        }
        let bytes = self.table.column::<ByteArrayType>(self.group, ALSO_WON)?.into_options();
        let read = |(place, bytes): (usize, Option<ByteArray>)| {
            let mut all = Vec::new();
            let bytes = bytes.map(|bytes| bytes.data().to_vec()).unwrap_or_default();
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let Some((won, more)) = AlsoWon::read(rest) else {
                    return Err(self.value(
                        place,
                        "also_won",
                        format!("{bytes:?}"),
                        "winners with their fans",
                    ));
                };
                all.push(won);
                rest = more;
            }
            Ok(all)
        };
        bytes.enumerate().map(read).collect()
    }

    /// A column that outlines leave out.
    fn bulky(&self, place: usize) -> Result<Option<Column<ByteArray>>, LogError> {
        if self.outline {
            return Ok(None);
        }
        self.table.column::<ByteArrayType>(self.group, place).map(Some)
    }

    /// A required column of whole numbers; has one for every row.
    fn ints(&self, place: usize) -> Result<Vec<i32>, LogError> {
        Ok(self.table.column::<Int32Type>(self.group, place)?.values)
    }

    fn optional_ints(&self, place: usize) -> Result<Vec<Option<i32>>, LogError> {
        Ok(self.table.column::<Int32Type>(self.group, place)?.into_options().collect())
    }

    fn texts(&self, place: usize) -> Result<Vec<ByteArray>, LogError> {
        Ok(self.table.column::<ByteArrayType>(self.group, place)?.values)
    }

    /// Who sat where, shared between rows as long as it does not change.
    fn agents(&self, first: usize) -> Result<Vec<Seating>, LogError> {
        let [east, south, west, north] = [0, 1, 2, 3].map(|seat| self.texts(first + seat));
        let columns = [east?, south?, west?, north?];
        let mut all: Vec<Seating> = Vec::new();
        for place in 0..columns[0].len() {
            let same = |last: &&Seating| {
                last.iter().all(|(seat, spec)| spec.as_bytes() == columns[seat.index()][place].data())
            };
            let seating = match all.last().filter(same) {
                Some(last) => Arc::clone(last),
                None => self.seating(place, &columns)?,
            };
            all.push(seating);
        }
        Ok(all)
    }

    fn seating(&self, place: usize, columns: &[Vec<ByteArray>; 4]) -> Result<Seating, LogError> {
        let spec = |seat: usize| {
            let bytes = &columns[seat][place];
            let text = std::str::from_utf8(bytes.data()).map(str::to_owned);
            text.map_err(|_| self.value(place, "agent", format!("{:?}", bytes.data()), "text in UTF-8"))
        };
        Ok(Arc::new(BySeat([spec(0)?, spec(1)?, spec(2)?, spec(3)?])))
    }

    fn events(&self, place: usize, bytes: Option<ByteArray>) -> Result<Vec<u8>, LogError> {
        let bytes = bytes.map(|bytes| bytes.data().to_vec()).unwrap_or_default();
        match bytes.iter().find(|byte| Move::from_byte(**byte).is_none()) {
            Some(byte) => Err(self.value(place, "events", format!("byte {byte}"), "bytes below 226")),
            None => Ok(bytes),
        }
    }

    fn wall(&self, place: usize, bytes: &[u8]) -> Result<Vec<Tile>, LogError> {
        let tile = |byte: &u8| {
            let found = Tile::from_index(usize::from(*byte));
            found.ok_or_else(|| self.value(place, "wall", format!("byte {byte}"), "tile indices 0 to 41"))
        };
        bytes.iter().map(tile).collect()
    }

    fn wind(&self, place: usize, value: i32) -> Result<Wind, LogError> {
        let wind = usize::try_from(value).ok().and_then(Wind::from_index);
        wind.ok_or_else(|| self.value(place, "prevalent", value, "0 to 3"))
    }

    fn endings(&self, count: usize) -> Result<EndingReader<'_>, LogError> {
        Ok(EndingReader {
            group: self,
            outcomes: self.texts(10)?,
            winners: self.optional_ints(11)?,
            payers: self.optional_ints(12)?,
            tiles: self.optional_ints(13)?,
            hand_points: self.optional_ints(14)?,
            flowers: self.optional_ints(15)?,
            fans: self.fans(count)?.into_iter(),
            also: self.also_won(count)?.into_iter(),
        })
    }

    fn fans(&self, count: usize) -> Result<Vec<Vec<(u8, u8)>>, LogError> {
        let ids: Column<i32> = self.table.column::<Int32Type>(self.group, 20)?;
        let counts: Column<i32> = self.table.column::<Int32Type>(self.group, 21)?;
        let mut elements = ids.values.iter().zip(&counts.values);
        let mut lists: Vec<Vec<(u8, u8)>> = Vec::new();
        for (definition, repetition) in ids.definition.iter().zip(&ids.repetition) {
            if *repetition == 0 {
                lists.push(Vec::new());
            }
            let place = lists.len().saturating_sub(1);
            let (Some(list), 1) = (lists.last_mut(), *definition) else { continue };
            let (id, times) = elements.next().unwrap_or((&0, &0));
            let id_ok = u8::try_from(*id).ok().filter(|id| Fan::from_id(*id).is_some());
            let times_ok = u8::try_from(*times).ok().filter(|times| *times > 0);
            let (Some(id_ok), Some(times_ok)) = (id_ok, times_ok) else {
                let found = format!("fan {id} × {times}");
                return Err(self.value(place, "fans", found, "ids of fans, counts 1 to 255"));
            };
            list.push((id_ok, times_ok));
        }
        if lists.len() != count {
            return Err(self.table.damaged(&format!("{} fan lists for {count} rows", lists.len())));
        }
        Ok(lists)
    }

    fn value(
        &self,
        place: usize,
        column: &'static str,
        found: impl ToString,
        expected: &'static str,
    ) -> LogError {
        let (path, row) = (self.table.path().to_owned(), self.first + place as u64);
        LogError::Value { path, row, column, found: found.to_string(), expected }
    }
}

/// Fan ids with their counts.
type Fans = Vec<(u8, u8)>;

/// Builds the endings of a row group, row by row.
struct EndingReader<'a> {
    group: &'a GroupReader<'a>,
    outcomes: Vec<ByteArray>,
    winners: Vec<Option<i32>>,
    payers: Vec<Option<i32>>,
    tiles: Vec<Option<i32>>,
    hand_points: Vec<Option<i32>>,
    flowers: Vec<Option<i32>>,
    fans: std::vec::IntoIter<Vec<(u8, u8)>>,
    also: std::vec::IntoIter<Vec<AlsoWon>>,
}

impl EndingReader<'_> {
    fn next(&mut self, place: usize) -> Result<Ending, LogError> {
        let fans = self.fans.next().unwrap_or_default();
        let fans = (fans, self.also.next().unwrap_or_default());
        match self.outcomes[place].data() {
            bytes if bytes == SELF_DRAW.as_bytes() => self.win(place, WinBy::SelfDraw, fans),
            bytes if bytes == DISCARD.as_bytes() => {
                self.win(place, WinBy::Discard { payer: self.payer(place)? }, fans)
            }
            bytes if bytes == ROBBED_KONG.as_bytes() => {
                self.win(place, WinBy::RobbedKong { payer: self.payer(place)? }, fans)
            }
            bytes if bytes == EXHAUSTED.as_bytes() => Ok(Ending::Exhausted),
            bytes if bytes == VOID.as_bytes() => Ok(Ending::Void),
            bytes if bytes == SESSION_OVER.as_bytes() => Ok(Ending::SessionOver),
            bytes if bytes == FOUL.as_bytes() => Ok(Ending::Foul { seat: self.payer(place)? }),
            bytes => {
                let found = format!("{:?}", String::from_utf8_lossy(bytes));
                let expected = "self_draw, discard, robbed_kong, exhausted, void, session_over or foul";
                Err(self.group.value(place, "outcome", found, expected))
            }
        }
    }

    fn win(&self, place: usize, by: WinBy, (fans, also): (Fans, Vec<AlsoWon>)) -> Result<Ending, LogError> {
        Ok(Ending::Win(Win {
            winner: self.get(place, "winner", &self.winners, "a seat 0 to 3", seat)?,
            by,
            tile: self.get(place, "winning_tile", &self.tiles, "a tile index 0 to 33", tile)?,
            hand_points: self
                .get(place, "hand_points", &self.hand_points, "0 to 65535", |v| v.try_into().ok())?,
            flowers: self.get(place, "flowers", &self.flowers, "0 to 8", |v| v.try_into().ok())?,
            fans,
            also,
        }))
    }

    fn payer(&self, place: usize) -> Result<Seat, LogError> {
        self.get(place, "payer", &self.payers, "a seat 0 to 3", seat)
    }

    fn get<T>(
        &self,
        place: usize,
        column: &'static str,
        values: &[Option<i32>],
        expected: &'static str,
        make: impl Fn(i32) -> Option<T>,
    ) -> Result<T, LogError> {
        let value = values.get(place).copied().flatten();
        value.and_then(make).ok_or_else(|| {
            let found = value.map_or_else(|| "nothing".to_owned(), |v| v.to_string());
            self.group.value(place, column, found, expected)
        })
    }
}

fn seat(value: i32) -> Option<Seat> {
    Seat::from_index(usize::try_from(value).ok()?)
}

fn tile(value: i32) -> Option<Tile> {
    Tile::from_index(usize::try_from(value).ok()?).filter(|tile| !tile.is_flower())
}
