/** CPU time below this is mostly noise, ms. */
const LEAST_MS = 20

/** CPU time of the work, ms: of one time, from as many times as it takes to measure. */
async function cost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let times = 1; ; times++) {
    await work()
    const { user, system } = process.cpuUsage(start)
    const spent = (user + system) / 1000
    if (spent >= LEAST_MS || times >= 1000) return spent / times
  }
}

/**
 * How many times more CPU time ten times the work takes, each at its best of three: about 10 where cost is
 * linear, about 100 where it is quadratic.
 * For tests that would otherwise name a time: a slow or busy machine is slow at both.
 * @param size of the smaller work
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const best = async (much: number): Promise<number> =>
    Math.min(await cost(() => work(much)), await cost(() => work(much)), await cost(() => work(much)))
  await work(size)
  return (await best(size * 10)) / (await best(size))
}
