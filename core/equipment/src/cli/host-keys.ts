import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { HostKeys } from './ssh.ts'

/** Host keys of one process; for the library and for tests. */
export function hostKeysInMemory(): HostKeys {
  const kept = new Map<string, string>()
  return {
    known: async (ip, port) => kept.get(`${ip} ${port}`) ?? null,
    async keep(ip, port, fingerprint) {
      const place = `${ip} ${port}`
      if (!kept.has(place)) kept.set(place, fingerprint)
      return kept.get(place)!
    },
  }
}

/** The table `equipment_host_key`. Whoever comes second finds the key of whoever was first. */
export const databaseHostKeys = (em: () => SqlEntityManager): HostKeys => ({
  async known(ip, port) {
    const [row] = await em().execute<{ fingerprint: string }[]>('select fingerprint from equipment_host_key where ip = ? and port = ?', [ip, port])
    return row?.fingerprint ?? null
  },
  async keep(ip, port, fingerprint) {
    await em().execute('insert into equipment_host_key (ip, port, fingerprint) values (?, ?, ?) on conflict do nothing', [ip, port, fingerprint], 'run')
    return (await this.known(ip, port))!
  },
})
