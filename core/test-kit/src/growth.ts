/** CPU time below this is mostly noise, ms. */
const minMs = 20

/** CPU time of one run of the work, ms. Repeats short work until it can be measured. */
async function cost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let times = 1; ; times++) {
    await work()
    const { user, system } = process.cpuUsage(start)
    const spent = (user + system) / 1000
    if (spent >= minMs || times >= 1000) return spent / times
  }
}

/**
 * How many times more CPU time ten times the work takes, each measured as the best of three: about 10 if the
 * cost is linear, about 100 if it is quadratic. For tests that would otherwise need a limit in ms: a slow or
 * busy machine is slow at both.
 * @param size of the smaller work
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const best = async (much: number): Promise<number> =>
    Math.min(await cost(() => work(much)), await cost(() => work(much)), await cost(() => work(much)))
  await work(size)
  return (await best(size * 10)) / (await best(size))
}
