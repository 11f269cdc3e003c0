import type { Loop } from '../echo/loop.ts'
import { familyOf, type Family } from '../echo/program.ts'

/** The addresses of one fping process. */
export interface Shard {
  readonly family: Family
  readonly ips: Set<string>
  /** Null: it does not run. */
  loop: Loop | null
  /** Its addresses have changed since its start. */
  dirty: boolean
  startedAt: number
  /** It is not started before. */
  startAt: number
  /** Ends by itself in a row, and restarts because addresses were mute. */
  failures: number
  muteRestarts: number
}

const newShard = (family: Family): Shard => ({
  family,
  ips: new Set(),
  loop: null,
  dirty: true,
  startedAt: 0,
  startAt: 0,
  failures: 0,
  muteRestarts: 0,
})

export interface Homes {
  readonly shards: ReadonlySet<Shard>
  /** The shard of an address. */
  of(ip: string): Shard | undefined
  set(ips: Iterable<string>, most: number): void
  clear(): void
}

/**
 * Divides addresses among shards. An address keeps its shard, so that a change concerns few of them; what is
 * new goes to one that is started again anyway.
 */
export function createHomes(): Homes {
  const shards = new Set<Shard>()
  const home = new Map<string, Shard>()

  const roomFor = (family: Family, most: number): Shard => {
    let best: Shard | null = null
    for (const shard of shards)
      if (shard.family === family && shard.ips.size < most && (shard.dirty || !best)) best = shard
    if (best) return best
    const made = newShard(family)
    shards.add(made)
    return made
  }
  const remove = (ip: string, shard: Shard) => {
    shard.ips.delete(ip)
    home.delete(ip)
    shard.dirty = true
    if (shard.ips.size > 0) return
    shard.loop?.stop()
    shards.delete(shard)
  }
  return {
    shards,
    of: ip => home.get(ip),
    set(ips, most) {
      const wanted = new Set(ips)
      for (const [ip, shard] of home) if (!wanted.has(ip)) remove(ip, shard)
      for (const ip of wanted) {
        if (home.has(ip)) continue
        const shard = roomFor(familyOf(ip), most)
        shard.ips.add(ip)
        shard.dirty = true
        home.set(ip, shard)
      }
    },
    clear() {
      for (const shard of shards) shard.loop?.stop()
      shards.clear()
      home.clear()
    },
  }
}
