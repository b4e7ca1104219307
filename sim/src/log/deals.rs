//! The table `deals`, one row a deal: its columns and how they are written.

use crate::log::{
    AlsoWon, DealRow, Ending, Provenance, SessionRow, Win, WinBy,
    columns::{Table, write, write_levels, write_optional},
};
use mcr_engine::{Seat, Tile};
use parquet::{
    data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type},
    errors::ParquetError,
    file::writer::{SerializedFileWriter, SerializedRowGroupWriter},
};
use std::io::Write;

/// Seats are 0 east, 1 south, 2 west, 3 north; the wall and the winning tile are tile indices 0–41
/// (characters, bamboo, dots 1–9, winds, dragons, flowers), the former in the order in which tiles are drawn.
/// `turns` counts discards; `hand_points` has no flowers in it, `flowers` are the winner's; `payer` is the one
/// who gave the winning tile or ended the deal with a foul. Deals of a session tell its first deal, how many of it were
/// played before, how many of them in a row the dealer has won, and stacks and amounts aside before the deal;
/// `also_won` has further winners on the same tile ([`crate::log::AlsoWon`]).
pub(super) const TABLE: Table = Table {
    name: "deals",
    message: "
        message deals {
            required int64 deal;
            optional int64 seed;
            optional binary wall;
            required int32 prevalent (INTEGER(8,false));
            required binary agent_east (STRING);
            required binary agent_south (STRING);
            required binary agent_west (STRING);
            required binary agent_north (STRING);
            required binary events;
            required int32 turns (INTEGER(16,false));
            required binary outcome (STRING);
            optional int32 winner (INTEGER(8,false));
            optional int32 payer (INTEGER(8,false));
            optional int32 winning_tile (INTEGER(8,false));
            optional int32 hand_points (INTEGER(16,false));
            optional int32 flowers (INTEGER(8,false));
            required int32 points_east;
            required int32 points_south;
            required int32 points_west;
            required int32 points_north;
            required group fans (LIST) {
                repeated group list {
                    required group element {
                        required int32 id (INTEGER(8,false));
                        required int32 count (INTEGER(8,false));
                    }
                }
            }
            optional int64 session;
            optional int32 hand (INTEGER(16,false));
            optional int32 streak (INTEGER(8,false));
            optional int32 stack_east;
            optional int32 stack_south;
            optional int32 stack_west;
            optional int32 stack_north;
            optional int32 aside_east;
            optional int32 aside_south;
            optional int32 aside_west;
            optional int32 aside_north;
            optional binary also_won;
        }",
    later: 12,
    ascending: &["deal"],
    measured: &["deal"],
    plain: &["events", "wall"],
};

pub(super) const SELF_DRAW: &str = "self_draw";
pub(super) const DISCARD: &str = "discard";
pub(super) const ROBBED_KONG: &str = "robbed_kong";
pub(super) const EXHAUSTED: &str = "exhausted";
pub(super) const FOUL: &str = "foul";
pub(super) const VOID: &str = "void";
pub(super) const SESSION_OVER: &str = "session_over";

fn outcome(ending: &Ending) -> &'static str {
    match ending {
        Ending::Win(win) => match win.by {
            WinBy::SelfDraw => SELF_DRAW,
            WinBy::Discard { .. } => DISCARD,
            WinBy::RobbedKong { .. } => ROBBED_KONG,
        },
        Ending::Exhausted => EXHAUSTED,
        Ending::Void => VOID,
        Ending::SessionOver => SESSION_OVER,
        Ending::Foul { .. } => FOUL,
    }
}

fn payer(ending: &Ending) -> Option<Seat> {
    match ending {
        Ending::Win(win) => win.by.payer(),
        Ending::Exhausted | Ending::Void | Ending::SessionOver => None,
        Ending::Foul { seat } => Some(*seat),
    }
}

fn win(row: &DealRow) -> Option<&Win> {
    if let Ending::Win(win) = &row.ending { Some(win) } else { None }
}

/// Writes a file of the table `deals`.
pub struct DealWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> DealWriter<W> {
    /// A file that goes to `sink`.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn new(sink: W, provenance: &Provenance) -> Result<DealWriter<W>, ParquetError> {
        Ok(DealWriter { file: TABLE.writer(sink, provenance)? })
    }

    /// Writes `rows` as one row group.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn write(&mut self, rows: &[DealRow]) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        write_group(&mut group, rows)?;
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file and gives the sink back.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(self) -> Result<W, ParquetError> {
        self.file.into_inner()
    }
}

fn write_group<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[DealRow],
) -> Result<(), ParquetError> {
    let ints = |f: &dyn Fn(&DealRow) -> i32| rows.iter().map(f).collect::<Vec<i32>>();
    let texts = |f: &dyn Fn(&DealRow) -> ByteArray| rows.iter().map(f).collect::<Vec<ByteArray>>();
    let of_wins = |f: fn(&Win) -> i32| rows.iter().map(move |row| win(row).map(f));

    write::<Int64Type, _>(group, &rows.iter().map(|row| row.deal as i64).collect::<Vec<_>>())?;
    write_optional::<Int64Type, _>(group, rows.iter().map(|row| row.seed.map(|seed| seed as i64)))?;
    write_optional::<ByteArrayType, _>(group, rows.iter().map(|row| row.wall.as_deref().map(wall_bytes)))?;
    write::<Int32Type, _>(group, &ints(&|row| row.prevalent as i32))?;
    for seat in Seat::ALL {
        write::<ByteArrayType, _>(group, &texts(&|row| row.agents[seat].as_str().into()))?;
    }
    write::<ByteArrayType, _>(group, &texts(&|row| row.events.as_slice().into()))?;
    write::<Int32Type, _>(group, &ints(&|row| i32::from(row.turns)))?;
    write::<ByteArrayType, _>(group, &texts(&|row| outcome(&row.ending).into()))?;
    write_optional::<Int32Type, _>(group, of_wins(|win| win.winner as i32))?;
    write_optional::<Int32Type, _>(group, rows.iter().map(|row| payer(&row.ending).map(|s| s as i32)))?;
    write_optional::<Int32Type, _>(group, of_wins(|win| win.tile.index() as i32))?;
    write_optional::<Int32Type, _>(group, of_wins(|win| i32::from(win.hand_points)))?;
    write_optional::<Int32Type, _>(group, of_wins(|win| i32::from(win.flowers)))?;
    for seat in Seat::ALL {
        write::<Int32Type, _>(group, &ints(&|row| row.points[seat]))?;
    }
    write_fans(group, rows)?;
    write_sessions(group, rows)
}

fn write_sessions<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[DealRow],
) -> Result<(), ParquetError> {
    let of_sessions = |f: &dyn Fn(&SessionRow) -> i32| -> Vec<Option<i32>> {
        rows.iter().map(|row| row.session.as_ref().map(f)).collect()
    };
    let sessions = rows.iter().map(|row| row.session.map(|place| place.session as i64));
    write_optional::<Int64Type, _>(group, sessions)?;
    write_optional::<Int32Type, _>(group, of_sessions(&|place| i32::from(place.hand)).into_iter())?;
    write_optional::<Int32Type, _>(group, of_sessions(&|place| i32::from(place.streak)).into_iter())?;
    for seat in Seat::ALL {
        let stack = |place: &SessionRow| i32::from(place.standing.stacks[seat]);
        write_optional::<Int32Type, _>(group, of_sessions(&stack).into_iter())?;
    }
    for seat in Seat::ALL {
        let aside = |place: &SessionRow| i32::from(place.standing.aside[seat]);
        write_optional::<Int32Type, _>(group, of_sessions(&aside).into_iter())?;
    }
    let also = rows.iter().map(|row| {
        let also = win(row).map_or(&[][..], |win| &win.also);
        (!also.is_empty()).then(|| also.iter().flat_map(AlsoWon::bytes).collect::<Vec<u8>>().into())
    });
    write_optional::<ByteArrayType, _>(group, also)
}

fn wall_bytes(wall: &[Tile]) -> ByteArray {
    wall.iter().map(|tile| tile.index() as u8).collect::<Vec<u8>>().into()
}

/// The list column: one level entry an element, and one for an empty list.
fn write_fans<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[DealRow],
) -> Result<(), ParquetError> {
    let (mut ids, mut counts) = (Vec::new(), Vec::new());
    let (mut definition, mut repetition) = (Vec::new(), Vec::new());
    for row in rows {
        let fans = win(row).map_or(&[][..], |win| &win.fans);
        definition.extend(if fans.is_empty() { vec![0] } else { vec![1; fans.len()] });
        repetition.extend((0..fans.len().max(1)).map(|place| i16::from(place > 0)));
        ids.extend(fans.iter().map(|(id, _)| i32::from(*id)));
        counts.extend(fans.iter().map(|(_, count)| i32::from(*count)));
    }
    write_levels::<Int32Type, W>(group, &ids, Some(&definition), Some(&repetition))?;
    write_levels::<Int32Type, W>(group, &counts, Some(&definition), Some(&repetition))
}
