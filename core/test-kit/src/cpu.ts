/**
 * CPU time of this thread so far, ms. For tests that bound what a computation costs: it does not grow while
 * other processes have the processor.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The longest turn of the event loop while the work goes on, in ms of CPU time: how long it holds up
 * everybody else. Waits are not counted, nor the time that other processes take.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [cpuMs(), 0]
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(turn, 1)
  try {
    await work()
    turn()
  } finally {
    clearInterval(timer)
  }
  return longest
}
