import { implement, type Implementation } from '@linecard/driver-kit'
import { interfaceRateLimits, refOf, wanted } from '@linecard/driver-kit/modules'
import { onusFor, readOnus, type Olt } from '@linecard/driver-kit/onus'
import { bandwidth } from './epon.ts'

/** kbit/s: not limited. */
const unlimited = 1_000_000_000

const mbps = (kbps: number | null) => (kbps === null || kbps >= unlimited ? null : kbps / 1000)
const pretty = (kbps: number | null): string | null => {
  if (kbps === null) return null
  if (kbps >= unlimited) return '∞'
  return kbps >= 1_000_000 && kbps % 1_000_000 === 0 ? `${kbps / 1_000_000}G` : `${kbps / 1000}M`
}

/** interface_rate_limits of EPON ONUs. The peak rate is what a subscriber gets. */
export const eponLimits = (olt: Olt): Implementation =>
  implement(interfaceRateLimits, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const rows = await readOnus(session, olt, bandwidth(olt.places), read)
    const may = (field: string) => wanted(args.load_only, field)
    return onus.flatMap(one => {
      const row = rows.get(one.id)
      if (!row) return []
      return [
        {
          interface: refOf(one),
          pir: may('pir') ? { tx: row.downPir, rx: row.upPir } : null,
          cir: may('cir') ? { tx: row.downCir, rx: row.upCir } : null,
          fir: may('fir') ? { tx: row.downFir, rx: row.upFir } : null,
          limit: { tx: mbps(row.downPir), rx: mbps(row.upPir) },
          pretty: { tx: pretty(row.downPir), rx: pretty(row.upPir) },
        },
      ]
    })
  })
