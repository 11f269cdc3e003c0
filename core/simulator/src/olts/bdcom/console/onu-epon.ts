import { numberIn, vlanOf } from '../../../console/dialects/numbers.ts'
import { vlanIds } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { enableUni } from '../../../olt/operations.ts'
import { edited, removeService, service, setService } from '../../../olt/services.ts'
import { vlanKey } from '../services.ts'
import { invalid } from './names.ts'
import { type BdcomCommand, onuCommand, uniOf } from './onu.ts'

const port = 'epon onu port <uni> ctc'

/** Sets the VLAN mode of an Ethernet port. The OLT asks before it replaces another mode. */
async function setVlan(session: OltSession, onu: Onu, word: string | undefined, mode: string): Promise<void> {
  const uni = uniOf(onu, word)
  const line = `epon onu port ${uni} ctc vlan mode ${mode}`
  const before = service(session.olt, onu, vlanKey(uni))
  if (before === line) return
  if (before !== undefined) {
    const question = `The VLAN mode of port ${uni} will be changed. Are you sure?(y/n)`
    if (!/^y/i.test(await session.ask(question))) return
  }
  setService(session.olt, onu, vlanKey(uni), line)
}

const vlanCommands: readonly BdcomCommand[] = [
  onuCommand(`${port} vlan mode tag <vlan> [priority <priority>]`, (session, onu, args) => {
    const vlan = vlanOf(args['vlan']) ?? invalid()
    const priority = numberIn(args['priority'] ?? '0', 0, 7) ?? invalid()
    return setVlan(session, onu, args['uni'], `tag ${vlan} priority ${priority}`)
  }),
  onuCommand(`${port} vlan mode transparent`, (session, onu, { uni }) =>
    setVlan(session, onu, uni, 'transparent'),
  ),
  // Untagged frames belong to `vlan`; `vlans` pass with their tags.
  onuCommand(`${port} vlan mode trunk <vlan> <vlans>`, (session, onu, { uni, vlan, vlans }) => {
    if (vlanIds(vlans!).length === 0) invalid()
    return setVlan(session, onu, uni, `trunk ${vlanOf(vlan) ?? invalid()} ${vlans}`)
  }),
  onuCommand(`no ${port} vlan mode`, ({ olt }, onu, { uni }) =>
    removeService(olt, onu, vlanKey(uniOf(onu, uni))),
  ),
]

/** A switch of an Ethernet port: the command puts its line, `no` takes it away. */
const portSwitch = (rest: string): BdcomCommand[] => [
  onuCommand(`${port} ${rest}`, ({ olt }, onu, { uni }) => {
    const number = uniOf(onu, uni)
    setService(olt, onu, `port ${number} ${rest}`, `epon onu port ${number} ctc ${rest}`)
  }),
  onuCommand(`no ${port} ${rest}`, ({ olt }, onu, { uni }) =>
    removeService(olt, onu, `port ${uniOf(onu, uni)} ${rest}`),
  ),
]

/** VLANs of multicast groups on an Ethernet port. */
const multicast = (verb: 'add' | 'del'): BdcomCommand =>
  onuCommand(`${port} mcst mc-vlan ${verb} <vlan>`, ({ olt }, onu, args) => {
    const uni = uniOf(onu, args['uni'])
    const vlan = vlanOf(args['vlan']) ?? invalid()
    const key = `port ${uni} mc-vlan ${vlan}`
    if (verb === 'add') setService(olt, onu, key, `epon onu port ${uni} ctc mcst mc-vlan add ${vlan}`)
    else removeService(olt, onu, key)
  })

/** Rates that an ONU can get, kbit/s. */
const rates = { pir: [512, 1_000_000], cir: [0, 1_000_000] } as const

const slaCommands: readonly BdcomCommand[] = [
  onuCommand('epon sla {way:upstream|downstream} pir <pir> cir <cir>', ({ olt }, onu, args) => {
    const pir = numberIn(args['pir'], ...rates.pir) ?? invalid()
    const cir = numberIn(args['cir'], rates.cir[0], pir) ?? invalid()
    setService(olt, onu, `sla ${args['way']}`, `epon sla ${args['way']} pir ${pir} cir ${cir}`)
  }),
  onuCommand('no epon sla {way:upstream|downstream}', ({ olt }, onu, { way }) =>
    removeService(olt, onu, `sla ${way}`),
  ),
]

/** Limits the addresses behind an ONU. */
const securityCommands: readonly BdcomCommand[] = [
  onuCommand('switchport port-security mode dynamic', ({ olt }, onu) =>
    setService(olt, onu, 'security mode', 'switchport port-security mode dynamic'),
  ),
  onuCommand('no switchport port-security mode', ({ olt }, onu) => removeService(olt, onu, 'security mode')),
  onuCommand('switchport port-security dynamic maximum <count>', ({ olt }, onu, { count }) => {
    const line = `switchport port-security dynamic maximum ${numberIn(count, 1, 4095) ?? invalid()}`
    setService(olt, onu, 'security maximum', line)
  }),
  onuCommand('no switchport port-security dynamic maximum', ({ olt }, onu) =>
    removeService(olt, onu, 'security maximum'),
  ),
]

const shut = (syntax: string, enabled: boolean): BdcomCommand =>
  onuCommand(syntax, ({ olt }, onu, { uni }) => {
    enableUni(onu, uniOf(onu, uni), enabled)
    edited(olt)
  })

/** The mode of an EPON ONU. */
export const eponOnuCommands: readonly BdcomCommand[] = [
  ...vlanCommands,
  ...portSwitch('loopback detect'),
  ...portSwitch('mcst tag-stripe enable'),
  multicast('add'),
  multicast('del'),
  ...slaCommands,
  ...securityCommands,
  shut(`${port} shutdown`, false),
  shut(`no ${port} shutdown`, true),
]
