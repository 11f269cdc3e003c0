import { consoleSource, implement, type Implementation } from '@linecard/driver-kit'
import { cliName, durationText } from '@linecard/driver-kit/builders'
import { ponOntsReasons, refOf } from '@linecard/driver-kit/modules'
import { onusFor, type Olt } from '@linecard/driver-kit/onus'
import { parseOnuLines } from '../parse/onus.ts'
import { keyOf, parsePon } from '../place.ts'

/**
 * pon_onts_reasons of P3310B, which has no binding table: the console lists ONUs that are online and those
 * that are not.
 */
export const consoleReasons = (olt: Olt): Implementation =>
  implement(
    ponOntsReasons,
    async (session, args) => {
      const { onus } = await onusFor(session, olt, args.interface)
      const [first] = onus
      const parent = onus.length === 1 && first ? olt.places.placeOf(first.id) : null
      const where = parent ? ` interface ${cliName({ name: `EPON0/${parent.port}` })}` : ''
      const found = new Map<number, ReturnType<typeof parseOnuLines>[number] & { online: boolean }>()
      for (const online of [false, true]) {
        const command = `show epon ${online ? 'active' : 'inactive'}-onu${where}`
        for (const line of parseOnuLines(await session.cli.run(command))) {
          const place = parsePon(line.name)
          const id = place && keyOf(place)
          if (id !== null) found.set(id, { ...line, online })
        }
      }
      return onus.map(one => {
        const line = found.get(one.id)
        const since = line?.seconds ?? null
        const text = since === null ? null : durationText(since)
        return {
          interface: refOf(one),
          last_down_reason: line?.reason ?? null,
          last_reg: line?.registered ?? null,
          last_reg_since: line?.online ? text : null,
          last_dereg: line?.deregistered ?? null,
          last_dereg_since: line && !line.online ? text : null,
          alive_time: line?.online ? since : null,
        }
      })
    },
    { source: consoleSource },
  )
