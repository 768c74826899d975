/** Runs the jobs in turn, so that what else the machine does hits all of them alike. The first round is a warm-up. Gives each job's results. */
export async function measureInTurn(runs, jobs) {
  const results = jobs.map(() => []);
  for (let run = -1; run < runs; run += 1) {
    for (const [place, job] of jobs.entries()) {
      const result = await job(run);
      if (run >= 0) results[place].push(result);
    }
  }
  return results;
}
