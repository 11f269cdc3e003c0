import { numberIn, vlanOf } from '../../../console/dialects/numbers.ts'
import { onuSection } from '../../../olt/configuration.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { removeService, service } from '../../../olt/services.ts'
import { type ProfileKind, profiles } from '../profiles.ts'
import { type VsolCommand, error, onuCommand, outOfRange, setting, uniOf } from './names.ts'

const vlan = (word: string | undefined): number => vlanOf(word) ?? outOfRange()
const cos = (word = '0'): number => numberIn(word, 0, 7) ?? outOfRange()
const nameIn = (kind: ProfileKind, name: string | undefined): string =>
  profiles[kind].some(one => one.name === name)
    ? name!
    : error(`profile ${name} not found or it's not commited.`)

/** The number of a part that the ONU has. */
function partOf(olt: SimulatedOlt, onu: Onu, part: string, word: string | undefined): number {
  const number = numberIn(word, 1, 8) ?? outOfRange()
  return service(olt, onu, `${part} ${number}`) === undefined
    ? error(`${part} ${number} does not exist.`)
    : number
}
const number = (word: string | undefined): number => numberIn(word, 1, 8) ?? outOfRange()
const optional = (word: string, value: string | undefined) => (value === undefined ? '' : ` ${word} ${value}`)

/** T-CONTs, GEM ports, services and VLANs of GPON ONUs. */
export const gponServices: readonly VsolCommand[] = [
  setting('profile {kind:line|srv} name <name>', (_, _onu, { kind, name }) => [
    `profile ${kind}`,
    `profile ${kind} name ${nameIn(kind as ProfileKind, name)}`,
  ]),
  setting('tcont <number> [name <name>] dba <dba>', (_, _onu, args) => [
    `tcont ${number(args['number'])}`,
    `tcont ${number(args['number'])}${optional('name', args['name'])} dba ${nameIn('dba', args['dba'])}`,
  ]),
  setting('gemport <number> tcont <tcont> [gemport_name <name>]', ({ olt }, onu, args) => [
    `gemport ${number(args['number'])}`,
    `gemport ${number(args['number'])} tcont ${partOf(olt, onu, 'tcont', args['tcont'])}` +
      optional('gemport_name', args['name']),
  ]),
  setting('service <name> gemport <gem> vlan <vlan>', ({ olt }, onu, args) => [
    `service ${args['name']}`,
    `service ${args['name']} gemport ${partOf(olt, onu, 'gemport', args['gem'])} vlan ${vlan(args['vlan'])}`,
  ]),
  setting('service-port <number> gemport <gem> uservlan <user> vlan <vlan>', ({ olt }, onu, args) => [
    `service-port ${number(args['number'])}`,
    `service-port ${number(args['number'])} gemport ${partOf(olt, onu, 'gemport', args['gem'])} ` +
      `uservlan ${vlan(args['user'])} vlan ${vlan(args['vlan'])}`,
  ]),
  setting('portvlan eth <uni> mode tag vlan <vlan>', (_, onu, { uni, vlan: id }) => [
    `portvlan eth ${uniOf(onu, uni)}`,
    `portvlan eth ${uniOf(onu, uni)} mode tag vlan ${vlan(id)}`,
  ]),
  setting('portvlan eth <uni> mode transparent', (_, onu, { uni }) => [
    `portvlan eth ${uniOf(onu, uni)}`,
    `portvlan eth ${uniOf(onu, uni)} mode transparent`,
  ]),
  setting('portvlan veip 1 mode transparent', () => ['portvlan veip', 'portvlan veip 1 mode transparent']),
]

/** VLANs of the Ethernet ports of EPON ONUs. */
export const eponServices: readonly VsolCommand[] = [
  setting('ctc eth <uni> vlan pvid <vlan> pri <priority>', (_, onu, { uni, vlan: id, priority }) => [
    `eth ${uniOf(onu, uni)} pvid`,
    `ctc eth ${uniOf(onu, uni)} vlan pvid ${vlan(id)} pri ${cos(priority)}`,
  ]),
  setting('ctc eth <uni> vlan mode {mode:tag|transparent}', (_, onu, { uni, mode }) => [
    `eth ${uniOf(onu, uni)} mode`,
    `ctc eth ${uniOf(onu, uni)} vlan mode ${mode}`,
  ]),
]

/** The connection of a router with this number, which was added before. */
const wanOf = (olt: SimulatedOlt, onu: Onu, index: string | undefined): string =>
  `wan ${partOf(olt, onu, 'wan', index)}`
/** The password is covered in the configuration. */
const login = (user: string | undefined) => `user ${user} pwd ******`

/** Connections of routers. `word`: their name on the console. */
const wanCommands = (word: 'wan_adv' | 'wan_conn'): VsolCommand[] => [
  onuCommand(`onu <id> pri ${word} add route`, ({ olt }, onu) => {
    const { configuration } = olt
    let index = 1
    while (configuration.has(onuSection(onu), `wan ${index}`)) index++
    if (index > 8) outOfRange()
    configuration.set(onuSection(onu), `wan ${index}`, `onu ${onu.id} pri ${word} add route ${index}`)
  }),
  onuCommand(`onu <id> pri ${word} delete index <index>`, ({ olt }, onu, { index }) => {
    const wan = wanOf(olt, onu, index)
    for (const part of ['', ' mode', ' ipv4', ' vlan', ' bind']) removeService(olt, onu, wan + part)
  }),
  // Sends the connections to the ONU.
  onuCommand(`onu <id> pri ${word} commit`, () => undefined),
]

const bound = /^(?:lan[1-4]|ssid(?:[1-9]|10))$/
/** Connections of GPON routers. */
export const gponWans: readonly VsolCommand[] = [
  ...wanCommands('wan_adv'),
  setting(
    'pri wan_adv index <index> route mode {mode:internet|tr069|voip|other} mtu <mtu>',
    (at, onu, args) => [
      `${wanOf(at.olt, onu, args['index'])} mode`,
      `pri wan_adv index ${args['index']} route mode ${args['mode']} ` +
        `mtu ${numberIn(args['mtu'], 576, 1540) ?? outOfRange()}`,
    ],
  ),
  setting(
    'pri wan_adv index <index> route ipv4 pppoe proxy disable user <user> pwd <password> ' +
      'mode auto nat enable',
    ({ olt }, onu, { index, user }) => [
      `${wanOf(olt, onu, index)} ipv4`,
      `pri wan_adv index ${index} route ipv4 pppoe proxy disable ${login(user)} mode auto nat enable`,
    ],
  ),
  setting('pri wan_adv index <index> vlan tag wan_vlan <vlan> <cos>', ({ olt }, onu, args) => [
    `${wanOf(olt, onu, args['index'])} vlan`,
    `pri wan_adv index ${args['index']} vlan tag wan_vlan ${vlan(args['vlan'])} ${cos(args['cos'])}`,
  ]),
  setting('pri wan_adv index <index> bind <list...>', ({ olt }, onu, { index, list }) => {
    if (!list!.split(/\s+/).every(word => bound.test(word))) outOfRange()
    return [`${wanOf(olt, onu, index)} bind`, `pri wan_adv index ${index} bind ${list}`]
  }),
]

/** Connections of EPON routers. */
export const eponWans: readonly VsolCommand[] = [
  ...wanCommands('wan_conn'),
  setting(
    'pri wan_conn index <index> route internet nat enable mtu <mtu> pppoe proxy disable user <user> ' +
      'pwd <password> mode auto',
    ({ olt }, onu, { index, mtu, user }) => [
      `${wanOf(olt, onu, index)} ipv4`,
      `pri wan_conn index ${index} route internet nat enable ` +
        `mtu ${numberIn(mtu, 576, 1540) ?? outOfRange()} pppoe proxy disable ${login(user)} mode auto`,
    ],
  ),
  setting('pri wan_conn index <index> vlan enable vid <vlan>', ({ olt }, onu, args) => [
    `${wanOf(olt, onu, args['index'])} vlan`,
    `pri wan_conn index ${args['index']} vlan enable vid ${vlan(args['vlan'])}`,
  ]),
]
