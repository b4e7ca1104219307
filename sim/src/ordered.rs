//! Work spread over threads whose results are taken in the order of the jobs.

use rayon::ThreadPool;
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

/// Does every job on the threads of `pool` and gives the results to `take`, on the calling thread, in the order
/// of the jobs. Jobs are started only `ahead` of the last result taken, which bounds the memory whatever the
/// number of jobs; `jobs` is asked for the next one no earlier than that.
///
/// # Errors
/// The first error of `take`. Jobs that were not begun then are dropped.
pub(crate) fn in_order<J: Send, T: Send, E>(
    pool: &ThreadPool,
    jobs: impl Iterator<Item = J>,
    ahead: usize,
    work: impl Fn(J) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (send, results) = mpsc::channel();
    let (work, given_up) = (&work, &AtomicBool::new(false));
    pool.in_place_scope(|scope| {
        let mut jobs = jobs.enumerate();
        let mut finished = BTreeMap::new();
        let (mut started, mut taken) = (0, 0);
        loop {
            while started < taken + ahead {
                let Some((number, job)) = jobs.next() else { break };
                let send = send.clone();
                scope.spawn(move |_| {
                    if !given_up.load(Ordering::Relaxed) {
                        let result = catch_unwind(AssertUnwindSafe(|| work(job)));
                        // Nobody listens any more once the caller has given up.
                        let _ = send.send((number, result));
                    }
                });
                started += 1;
            }
            if taken == started {
                return Ok(());
            }
            // Cannot fail: this thread holds a sender itself.
            let Ok((number, result)) = results.recv() else { return Ok(()) };
            finished.insert(number, result);
            while let Some(result) = finished.remove(&taken) {
                taken += 1;
                let done = match result {
                    Ok(value) => take(value),
                    Err(panic) => {
                        given_up.store(true, Ordering::Relaxed);
                        resume_unwind(panic)
                    }
                };
                if done.is_err() {
                    given_up.store(true, Ordering::Relaxed);
                    return done;
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::atomic::AtomicUsize, time::Duration};

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for threads in [1, 3] {
            let mut taken = Vec::new();
            // Later jobs are quicker.
            let work = |job: u64| {
                std::thread::sleep(Duration::from_micros(500 - 10 * job));
                job * job
            };
            let done: Result<(), ()> = in_order(&pool(threads), 0..50, 8, work, |result| {
                taken.push(result);
                Ok(())
            });
            assert_eq!((done, taken), (Ok(()), (0..50).map(|job| job * job).collect()));
        }
    }

    #[test]
    fn no_more_than_the_allowed_jobs_run_ahead() {
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let jobs = (0..100).inspect(|_| {
            begun.fetch_add(1, Ordering::Relaxed);
        });
        let done: Result<(), ()> = in_order(
            &pool(2),
            jobs,
            5,
            |job| job,
            |_| {
                taken += 1;
                assert!(begun.load(Ordering::Relaxed) <= taken + 5);
                Ok(())
            },
        );
        assert_eq!((done, taken), (Ok(()), 100));
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let jobs = (0..).inspect(|_| {
            begun.fetch_add(1, Ordering::Relaxed);
        });
        let done =
            in_order(&pool(2), jobs, 4, |job: u32| job, |job| if job == 10 { Err(job) } else { Ok(()) });
        assert_eq!(done, Err(10));
        assert!(begun.load(Ordering::Relaxed) <= 15);
    }

    #[test]
    #[should_panic(expected = "job 3")]
    fn a_panic_of_a_job_reaches_the_caller() {
        let work = |job: u32| assert!(job != 3, "job {job}");
        let _: Result<(), ()> = in_order(&pool(2), 0..10, 4, work, |()| Ok(()));
    }
}
