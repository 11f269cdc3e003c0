import type { StartWorkload } from './workload.ts'

/** Whole readings of the switches, beside the service's own refreshes of their interfaces. */
export const readings: StartWorkload = ({ ask, switches }) => {
  let [done, cut] = [0, 0]
  return {
    name: 'readings',
    async work(signal) {
      while (!signal.aborted) {
        const { id } = switches[(done + cut) % switches.length]!
        const answer = await ask('GET', `/switcher-core/device/interfaces_list/${id}`)
        if (answer?.status === 200) done++
        else {
          cut++
          if (!answer) return
        }
      }
    },
    resume: async () => {},
    findings: async () => ({ done, cut, missing: 0, unrecorded: 0, duplicates: 0 }),
  }
}
