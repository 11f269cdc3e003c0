import type { Implementation } from '../../contract/implementation.ts'
import type { CliAnswer, CliTextOptions } from '../../cli/index.ts'
import type { Interface } from '../../modules/index.ts'
import { cliDescription, cliName, typed, type Act, type Step } from './act.ts'
import { maintenance } from './maintenance.ts'
import { portControl, setAdmin, setAlias, type PortState } from './port.ts'
import { vlanControl, type Tagging } from './vlan.ts'

/** ifAlias and ifAdminStatus over SNMP. Every agent with a working SET allows these two. */
export const ifControl = (): Implementation[] => portControl({ descr: setAlias(), state: setAdmin() })

/**
 * A console of the kind `interface …`, `description …`, `shutdown`, which most vendors have copied. These
 * options describe the differences of a vendor.
 */
export interface IndustryControlOptions {
  /** Mode of the profile for configuration commands. */
  mode?: string
  /** How description and admin state are set: on the console by default. */
  ports?: 'console' | 'snmp'
  /** The word for an interface after `interface`; its name by default. */
  port?: (one: Interface) => string
  /** The command that creates a VLAN and enters it, `vlan <id>` by default; null: VLANs are not created. */
  vlan?: ((id: number) => string) | null
  /**
   * Rules for a description; by default the rest of the line, 64 characters. Null: not on the console.
   */
  description?: Omit<CliTextOptions, 'argument'> | null
  /** False: speed and duplex are not set. */
  speed?: boolean
  /** False: ports do not join VLANs by `switchport`. */
  switchport?: boolean
  save?: { command: string; answers?: readonly CliAnswer[]; done?: RegExp } | null
  reboot?: { command: string; answers?: readonly CliAnswer[] } | null
  /** Clears all counters; `clearPort` clears those of one port. */
  clear?: { command: string; answers?: readonly CliAnswer[] } | null
  /** Its argument is what `port` gives for the interface. Null (the default): there is no such command. */
  clearPort?: ((port: string) => string) | null
  /** Sent at the end of each change of the configuration, on devices with a commit. */
  commit?: readonly string[]
}

/** Questions of most vendors before a restart or a save, with their answers. */
export const confirmed: readonly CliAnswer[] = [
  { prompt: /confirm yes\/no\]:?\s*$/i, answer: 'yes' },
  { prompt: /\[confirm\]\s*$/, answer: '' },
  { prompt: /[[(]y(?:es)?\/no?[\])](?:\s*\[\w*\])?\s*[?:]?\s*$/i, answer: 'y' },
]

const asked = ({ command, answers }: { command: string; answers?: readonly CliAnswer[] }) =>
  typed(() => [{ command, ...(answers && { answers }) }])

/**
 * Changes on a console of the usual kind. The `errors` of the profile identify refusals. All changes except a
 * save are read back.
 */
export function industryControl({
  mode = 'config',
  ports = 'console',
  port = cliName,
  vlan = id => `vlan ${id}`,
  description = { max: 64, quote: 'line' },
  speed = false,
  switchport = false,
  commit = [],
  save = {
    command: 'copy running-config startup-config',
    answers: [{ prompt: /\]\??\s*$/, answer: '' }, ...confirmed],
    done: /\[OK\]|copied|success|complete/i,
  },
  reboot = { command: 'reload', answers: confirmed },
  clear = { command: 'clear counters', answers: confirmed },
  clearPort = null,
}: IndustryControlOptions = {}): Implementation[] {
  const configured = <A extends unknown[]>(lines: (...args: A) => readonly string[]): Act<A> =>
    typed((...args: A) => [...lines(...args), ...commit].map((command): Step => ({ command, mode })))
  const onPort = <A extends unknown[]>(lines: (...args: A) => readonly string[]) =>
    configured((one: Interface, ...args: A) => [`interface ${port(one)}`, ...lines(...args)])
  return [
    ...portControl(
      ports === 'snmp'
        ? { descr: setAlias(), state: setAdmin() }
        : {
            ...(description && {
              descr: onPort((text: string) => [
                text === '' ? 'no description' : `description ${cliDescription(text, description)}`,
              ]),
            }),
            state: onPort((state: PortState) => [state === 'enable' ? 'no shutdown' : 'shutdown']),
            ...(speed && {
              speed: onPort((wanted: string) => {
                const [mbps, duplex] = wanted.split('-')
                return duplex === undefined
                  ? ['speed auto', 'duplex auto']
                  : [`speed ${mbps}`, `duplex ${duplex.toLowerCase()}`]
              }),
            }),
          },
    ),
    ...vlanControl({
      ...(vlan && {
        create: configured((id: number, name: string) => [vlan(id), `name ${name}`]),
        remove: configured((id: number) => [`no ${vlan(id)}`]),
      }),
      ...(switchport && {
        add: configured((id: number, one: Interface, how: Tagging) => [
          `interface ${port(one)}`,
          how === 'tagged' ? `switchport trunk allowed vlan add ${id}` : `switchport access vlan ${id}`,
        ]),
        drop: configured((id: number, one: Interface, how: Tagging) => [
          `interface ${port(one)}`,
          how === 'tagged' ? `switchport trunk allowed vlan remove ${id}` : 'no switchport access vlan',
        ]),
      }),
    }),
    ...maintenance({
      ...(clear && { clear: asked(clear) }),
      ...(clearPort && {
        clearPort: typed((one: Interface) => [{ command: clearPort(port(one)), answers: confirmed }]),
      }),
      ...(save && { save: { act: asked(save), ...(save.done && { done: save.done }) } }),
      ...(reboot && { reboot: asked(reboot) }),
    }),
  ]
}
