import { enumeration, implement, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import { refOf, uniInterfacesStatus } from '@linecard/driver-kit/modules'
import { onusFor, uniStatus, type Olt, type Uni } from '@linecard/driver-kit/onus'
import { parseUni } from './places.ts'

const columns = table({
  name: text('1.3.6.1.2.1.31.1.1.1.1'),
  descr: text('1.3.6.1.2.1.2.2.1.2'),
  // ifOperStatus: 4 is unknown; testing, dormant, notPresent and lowerLayerDown pass no packets.
  oper: enumeration('1.3.6.1.2.1.2.2.1.8', {
    1: 'Up',
    2: 'Down',
    3: 'Down',
    4: 'Unknown',
    5: 'Down',
    6: 'Down',
    7: 'Down',
  }),
  admin: enumeration('1.3.6.1.2.1.2.2.1.7', { 1: 'Enabled', 2: 'Disabled', 3: 'Enabled' }),
})
const kinds: Readonly<Record<string, string>> = { g: 'GE', x: 'XGE', f: 'FE' }

/** uni_interfaces_status: rows of ifTable whose name has the number of the ONU. */
export const unis = (olt: Olt): Implementation =>
  implement(uniInterfacesStatus, async (session, args) => {
    const { onus } = await onusFor(session, olt, args.interface)
    const byOnu = new Map<number, Uni[]>()
    for (const { name, descr, oper, admin } of (await readTable(session, columns)).values()) {
      const at = parseUni(name ?? descr ?? '')
      if (!at) continue
      const uni = {
        num: at.num,
        status: uniStatus(admin, oper === 'Unknown' ? null : oper),
        admin_state: admin,
        speed: null,
        duplex: null,
        type: kinds[at.kind] ?? at.kind.toUpperCase(),
        name: `${at.kind}${at.num}`,
      }
      const known = byOnu.get(at.onu)
      if (known) known.push(uni)
      else byOnu.set(at.onu, [uni])
    }
    return onus.flatMap(one => {
      const found = byOnu.get(one._onu ?? -1)
      return found ? [{ interface: refOf(one), unis: found.toSorted((a, b) => a.num - b.num) }] : []
    })
  })
