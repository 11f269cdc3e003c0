import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** What is known of a device on the network. */
export interface Reached {
  device_id: number
  /** Null: unknown. */
  status: 'Up' | 'Down' | null
  /** When it was found. */
  time: Date
}

/** The status of devices, as lists, searches and pollers show it. The inventory keeps it. */
export interface Reachability {
  /**
   * Who looks at devices again and again (the pinger) tells what it found. From then on the answers of other
   * calls do not change the status of these devices, for as long as it keeps telling (10 minutes).
   *
   * @param em of a transaction of the caller, which this becomes a part of: who tells may have to prove in it
   *   that it still is the one who watches. To be called before the caller writes rows of these devices
   */
  note(found: readonly Reached[], em?: SqlEntityManager): Promise<void>
}
