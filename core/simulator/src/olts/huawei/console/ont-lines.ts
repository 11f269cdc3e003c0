import type { Command } from '../../../console/dialect.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { unisOf } from '../../../olt/behind.ts'
import { onuSection } from '../../../olt/configuration.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { failure, numberIn, onuOf, portOfBoard, smart } from './texts.ts'

type SmartAxCommand = Command<OltSession>
type Args = Readonly<Record<string, string>>

/** A command that gives the ONU `<port> <id>` a line. `rest`: words that the OLT offers after it. */
const line = (
  syntax: string,
  of: (args: Args, onu: Onu) => { key: string; text: string },
  rest?: string,
): SmartAxCommand => ({
  syntax,
  async run(session, args) {
    const onu = onuOf(portOfBoard(session, args['port']!), args['id']!)
    const { key, text } = of(args, onu)
    if (rest !== undefined) await smart(session, rest)
    session.olt.configuration.set(onuSection(onu), key, text)
    session.olt.control.unsaved = true
    return undefined
  },
})
/** Takes the line away again. */
const undo = (syntax: string, key: (args: Args) => string): SmartAxCommand => ({
  syntax,
  run(session, args) {
    const onu = onuOf(portOfBoard(session, args['port']!), args['id']!)
    if (!session.olt.configuration.remove(onuSection(onu), key(args)))
      failure('The configuration does not exist')
    return undefined
  },
})

const at = ({ port, id }: Args) => `${Number(port)} ${Number(id)}`
const vlanOf = (text: string) => numberIn(text, 1, 4094)
function uniOf(onu: Onu, number: string) {
  const uni = unisOf(onu).find(one => String(one.number) === number)
  return uni ?? failure('The ONT port does not exist')
}

const ports: readonly SmartAxCommand[] = [
  line('ont port native-vlan <port> <id> eth <uni> vlan <vlan> [priority <pri>]', (args, onu) => {
    const { uni, vlan, pri = '0' } = args
    const tag = `vlan ${vlanOf(vlan!)} priority ${numberIn(pri, 0, 7)}`
    uniOf(onu, uni!).pvid = Number(vlan)
    return { key: `native-vlan ${uni}`, text: `ont port native-vlan ${at(args)} eth ${uni} ${tag}` }
  }),
  undo('undo ont port native-vlan <port> <id> eth <uni>', ({ uni }) => `native-vlan ${uni}`),
  line('ont port route <port> <id> eth <uni> {state:enable|disable}', (args, onu) => {
    uniOf(onu, args['uni']!)
    return {
      key: `route ${args['uni']}`,
      text: `ont port route ${at(args)} eth ${args['uni']} ${args['state']}`,
    }
  }),
]

/** Without an index it is 0, and the OLT prints none. */
const indexText = ({ index }: Args) => (index === undefined ? '' : ` ip-index ${numberIn(index, 0, 1)}`)
const ipconfig = (how: string, text: (args: Args) => string): SmartAxCommand =>
  line(
    `ont ipconfig <port> <id> [ip-index <index>] ${how}`,
    args => ({
      key: `ipconfig ${args['index'] ?? 0}`,
      text: `ont ipconfig ${at(args)}${indexText(args)} ${text(args)}`,
    }),
    '<cr>|dscp<K>',
  )
const priority = ({ pri }: Args) => (pri === undefined ? '' : ` priority ${numberIn(pri, 0, 7)}`)

/** The router in the ONU. Its WAN needs an address first. */
const router: readonly SmartAxCommand[] = [
  ipconfig(
    'dhcp vlan <vlan> [priority <pri>]',
    args => `dhcp vlan ${vlanOf(args['vlan']!)}${priority(args)}`,
  ),
  ipconfig(
    'pppoe vlan <vlan> [priority <pri>] user-account username <user> password <password>',
    args =>
      `pppoe vlan ${vlanOf(args['vlan']!)}${priority(args)} user-account username ${args['user']} ` +
      `password ${args['password']}`,
  ),
  undo('undo ont ipconfig <port> <id> ip-index <index>', ({ index }) => `ipconfig ${index}`),
  line('ont internet-config <port> <id> ip-index <index>', args => ({
    key: `internet-config ${args['index']}`,
    text: `ont internet-config ${at(args)}${indexText(args)}`,
  })),
  line('ont wan-config <port> <id> ip-index <index> profile-id <profile>', args => ({
    key: `wan-config ${args['index']}`,
    text: `ont wan-config ${at(args)}${indexText(args)} profile-id ${numberIn(args['profile']!, 0, 64)}`,
  })),
  line('ont policy-route-config <port> <id> profile-id <profile>', args => ({
    key: 'policy-route-config',
    text: `ont policy-route-config ${at(args)} profile-id ${numberIn(args['profile']!, 0, 64)}`,
  })),
]

/** What a view of a board gives an ONU besides its registration. */
export const ontLines: readonly SmartAxCommand[] = [...ports, ...router]
