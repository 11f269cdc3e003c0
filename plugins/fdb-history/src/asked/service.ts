import type { Caller, Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { whoHad } from './who.ts'

/** Who has an IP address now, for other plugins. @throws FDB_HISTORY_IP_INVALID */
export async function holdersNow(ctx: Context<Config>, caller: Caller, ip: string) {
  const found = await whoHad(ctx, caller, { ip })
  return found.map(({ mac, last_seen: time, places }) => ({
    mac,
    time,
    interface_ids: places.flatMap(place => place.interface?.id ?? []),
  }))
}
