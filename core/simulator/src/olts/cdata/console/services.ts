import { numberIn, vlanOf } from '../../../console/dialects/numbers.ts'
import { cell } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { unisOf } from '../../../olt/behind.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { onuAt } from '../../../olt/registrations.ts'
import { removeService, setService } from '../../../olt/services.ts'
import { type ServicePort, addServicePort, removeServicePort, servicePorts } from '../services.ts'
import { type CdataCommand, onuCommand, refuse } from './names.ts'

const invalid = () => refuse('The parameter is invalid.')
const place = ({ port, id }: Onu) => `${port.number} ${id}`
const uniOf = (onu: Onu, word: string | undefined): number =>
  numberIn(word, 1, unisOf(onu).length) ?? refuse('The ETH port is out of range.')

/** VLANs of the Ethernet ports of ONUs. */
export const portCommands: readonly CdataCommand[] = [
  onuCommand(
    'ont port native-vlan <port> <id> eth <uni> vlan <vlan> [priority <priority>]',
    ({ olt }, onu, { uni, vlan, priority = '0' }) => {
      const number = uniOf(onu, uni)
      const words = [vlanOf(vlan) ?? invalid(), numberIn(priority, 0, 7) ?? invalid()]
      const line = `ont port native-vlan ${place(onu)} eth ${number} vlan ${words[0]} priority ${words[1]}`
      setService(olt, onu, `eth ${number} native`, line)
    },
  ),
  onuCommand('ont port vlan <port> <id> eth <uni> transparent', ({ olt }, onu, { uni }) => {
    const number = uniOf(onu, uni)
    const line = `ont port vlan ${place(onu)} eth ${number} transparent`
    setService(olt, onu, `eth ${number} vlan`, line)
  }),
  onuCommand(
    'ont port vlan <port> <id> eth <uni> translation <vlan> user-vlan <user>',
    ({ olt }, onu, { uni, vlan, user }) => {
      const number = uniOf(onu, uni)
      const words = [vlanOf(vlan) ?? invalid(), vlanOf(user) ?? invalid()]
      const line = `ont port vlan ${place(onu)} eth ${number} translation ${words[0]} user-vlan ${words[1]}`
      setService(olt, onu, `eth ${number} vlan`, line)
    },
  ),
  onuCommand('no ont port vlan <port> <id> eth <uni>', ({ olt }, onu, { uni }) => {
    const number = uniOf(onu, uni)
    removeService(olt, onu, `eth ${number} vlan`)
    removeService(olt, onu, `eth ${number} native`)
  }),
]

/** Connections of routers, GPON: by number. */
export const gponWanCommands: readonly CdataCommand[] = [
  onuCommand(
    'ont wan add <port> <id> <index> route {service:internet|voice|tr069|voice-internet} pppoe ' +
      'username <user> password <password> vlan-mode tag <vlan> [priority <priority>]',
    ({ olt }, onu, { index, service, user, password, vlan, priority = '0' }) => {
      const number = numberIn(index, 1, 8) ?? invalid()
      const words = [vlanOf(vlan) ?? invalid(), numberIn(priority, 0, 7) ?? invalid()]
      const line =
        `ont wan add ${place(onu)} ${number} route ${service} pppoe username ${user} password ${password} ` +
        `vlan-mode tag ${words[0]} priority ${words[1]}`
      setService(olt, onu, `wan ${number}`, line)
    },
  ),
  onuCommand('ont wan delete <port> <id> <index>', ({ olt }, onu, { index }) => {
    if (!removeService(olt, onu, `wan ${index}`)) refuse('ONT wan is not exist!')
  }),
]

/** Connections of routers, EPON: by name. */
export const eponWanCommands: readonly CdataCommand[] = [
  onuCommand(
    'ont wan config <port> <id> <name> vlan enable <vlan> <priority> connection-mode route service-type ' +
      '{service:internet|tr069|voip|other} ip-mode pppoe username <user> password <password> mtu <mtu> ' +
      'bind-if <list>',
    ({ olt }, onu, { name, vlan, priority, service, user, password, mtu, list }) => {
      const words = [vlanOf(vlan) ?? invalid(), numberIn(priority, 0, 7) ?? invalid()]
      const size = numberIn(mtu, 576, 1500) ?? invalid()
      if (!/^(?:not-bind|(?:lan[1-4]|ssid[1-8])(?:,(?:lan[1-4]|ssid[1-8]))*)$/.test(list!)) invalid()
      const line =
        `ont wan config ${place(onu)} ${name} vlan enable ${words.join(' ')} connection-mode route ` +
        `service-type ${service} ip-mode pppoe username ${user} password ${password} ` +
        `mtu ${size} bind-if ${list}`
      setService(olt, onu, `wan ${name}`, line)
    },
  ),
  onuCommand('ont wan clear <port> <id> <name>', ({ olt }, onu, { name }) => {
    if (!removeService(olt, onu, `wan ${name}`)) refuse('ONT wan is not exist!')
  }),
]

/** The lowest number that no service port has. */
function freeIndex(taken: readonly ServicePort[]): number {
  const numbers = new Set(taken.map(({ index }) => index))
  let index = 1
  while (numbers.has(index)) index++
  return index
}
const maxIndex = 16_384

function addService(session: OltSession, args: Readonly<Record<string, string>>): undefined {
  const { olt } = session
  const { index, place: shown, port, id, action = 'default' } = args
  const pon = olt.pons.find(one => `0/${one.slot}` === shown && one.number === Number(port))
  const onu = pon ? onuAt(pon, Number(id)) : refuse('Incorrect F/S/P parameters.')
  if (!onu) return refuse('There is no ONT avaliable.')
  const taken = servicePorts(olt)
  const number = index === undefined ? freeIndex(taken) : (numberIn(index, 1, maxIndex) ?? invalid())
  if (taken.some(one => one.index === number)) return refuse('The service port has already existed.')
  const vlan = vlanOf(args['vlan']) ?? invalid()
  if (!olt.vlans.some(one => one.id === vlan)) return refuse('The VLAN does not exist.')
  const gem = numberIn(args['gem'], 1, 32) ?? invalid()
  const userVlan = vlanOf(args['user']) ?? invalid()
  if (taken.some(one => one.onu === onu && one.gem === gem && one.userVlan === userVlan))
    return refuse('The service port conflicts with another one of the ONT.')
  addServicePort(olt, { index: number, onu, vlan, gem, userVlan, action })
  return undefined
}
const rest =
  'vlan <vlan> gpon <place> port <port> ont <id> gemport <gem> multi-service user-vlan <user> ' +
  '[tag-action {action:default|transparent|translate}]'

const rowOf = ({ index, vlan, onu, gem, userVlan, action }: ServicePort): string =>
  [
    ` ${cell(index, 6)}`,
    cell(vlan, 5),
    cell(`0/${onu.port.slot}/${onu.port.number}`, 8),
    cell(onu.id, 4),
    cell(gem, 4),
    cell('vlan', 5),
    cell(userVlan, 6),
    cell(action, 12),
    ...['-', '-', '-', '-', 'up', 'manual', 'success'].map(word => cell(word, 6)),
  ].join(' ')

const table = (rows: readonly ServicePort[]): string =>
  [
    ' INDEX  VLAN  PORT     ONT  GEM  FLOW  PARAM  TAG-ACTION   VLAN   PRI    ' +
      'RX     TX     STATE  METHOD CONFIG',
    ...rows.map(rowOf),
    ` Total: ${rows.length}`,
  ].join('\n')

/** Service ports, in the configuration mode of firmware 3. */
export const servicePortCommands: readonly CdataCommand[] = [
  { syntax: `service-port autoindex ${rest}`, run: addService },
  { syntax: `service-port <index> ${rest}`, run: addService },
  {
    syntax: 'no service-port <index>',
    run({ olt }, { index }) {
      if (!removeServicePort(olt, numberIn(index, 1, maxIndex) ?? invalid()))
        refuse('The service port does not exist.')
      return undefined
    },
  },
  { syntax: 'show service-port all', run: ({ olt }) => table(servicePorts(olt)) },
  {
    syntax: 'show service-port gpon <place> port <port> [ont <id>]',
    run: ({ olt }, { place: shown, port, id }) =>
      table(
        servicePorts(olt).filter(
          ({ onu }) =>
            `0/${onu.port.slot}` === shown &&
            onu.port.number === Number(port) &&
            (id === undefined || onu.id === Number(id)),
        ),
      ),
  },
]
