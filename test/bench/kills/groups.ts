import type { StartWorkload } from './workload.ts'

/** Changes of the database: device groups with names of their own, by several clients. */
export const groups: StartWorkload = ({ ask, database }) => {
  const acknowledged: string[] = []
  let [number, cut] = [0, 0]
  async function client(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = `killed group ${++number}`
      const answer = await ask('POST', '/device-group', { name })
      if (answer?.status === 201) acknowledged.push(name)
      else {
        cut++
        if (!answer) return
      }
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return {
    name: 'groups',
    done: () => acknowledged.length,
    work: async signal => {
      await Promise.all([client(signal), client(signal), client(signal)])
    },
    resume: async () => {},
    async findings() {
      const { rows } = await database.admin.query<{ name: string }>(
        `select meta->'body'->>'name' as name from system_action
         where action = 'device-group:added' and status = 'SUCCESS'`,
      )
      const recorded = Map.groupBy(rows, ({ name }) => name)
      return {
        done: acknowledged.length,
        cut,
        missing: acknowledged.filter(name => !recorded.has(name)).length,
        unrecorded: 0,
        duplicates: [...recorded.values()].filter(({ length }) => length > 1).length,
      }
    },
  }
}
