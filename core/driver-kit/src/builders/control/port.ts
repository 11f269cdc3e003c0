import { encodeText } from '../../texts/index.ts'
import type { Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import {
  ctrlPortDescr,
  ctrlPortSpeed,
  ctrlPortState,
  interfaceDescriptions,
  linkInfo,
  type Interface,
} from '../../modules/index.ts'
import { interfacesFor } from '../interfaces.ts'
import { ifIndexOf, integerTo, octetsTo, written, type Act } from './act.ts'
import { change } from './confirm.ts'

/** The admin state that a change sets. */
export type PortState = 'enable' | 'disable'

/** Changes of ports in a family. It does not support absent changes. */
export interface PortControl {
  descr?: Act<[Interface, string]>
  state?: Act<[Interface, PortState]>
  /** `auto` or `100-Full`. Its read-back is `admin_speed` of link_info. */
  speed?: Act<[Interface, string]>
}

/** ifAlias (IF-MIB, RFC 2863) takes at most 64 octets. A longer text is refused, not cut. */
const maxAliasLength = 64

/**
 * Sets ifAlias, or another column of texts by ifIndex. @throws DeviceError BadArgument for a text that is too
 * long
 */
export const setAlias = ({
  oid = '1.3.6.1.2.1.31.1.1.1.18',
  max = maxAliasLength,
}: { oid?: string; max?: number } = {}): Act<[Interface, string]> =>
  written((one, text) => {
    const octets = encodeText(text)
    if (octets.length > max)
      throw new DeviceError(
        'BadArgument',
        `description may have ${max} octets on this device, not ${octets.length}`,
        { argument: 'description' },
      )
    return [octetsTo(`${oid}.${ifIndexOf(one)}`, octets)]
  })

/** Sets ifAdminStatus (IF-MIB), or another column by ifIndex with other codes. */
export const setAdmin = ({
  oid = '1.3.6.1.2.1.2.2.1.7',
  codes = { enable: 1, disable: 2 },
}: { oid?: string; codes?: Readonly<Record<PortState, number>> } = {}): Act<[Interface, PortState]> =>
  written((one, state) => [integerTo(`${oid}.${ifIndexOf(one)}`, codes[state])])

/** A port of the device; also aggregates and VLAN interfaces. ONUs have other modules. */
export const portFor = async (session: Session, wanted: string | number): Promise<Interface> =>
  (await interfacesFor(session, wanted))[0]!

/** Some devices add quotes and outer spaces when they store a text. The comparison ignores them. */
const bare = (text: string) =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/** `100-Full`, `100_full` and `100M Full` are the same. */
const speedWord = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(\d+)m(?=full|half)/, '$1')
    .replace(/^(\d+)g(?=full|half)/, (_, g: string) => `${Number(g) * 1000}`)

/**
 * ctrl_port_descr, ctrl_port_state and ctrl_port_speed, each read back by the family's own reading module.
 */
export const portControl = ({ descr, state, speed }: PortControl): Implementation[] => [
  ...(descr
    ? [
        change(ctrlPortDescr, async (session, args) => {
          const one = await portFor(session, args.interface)
          return {
            act: () => descr(session, one, args.description.trim()),
            what: `the description of ${one.name}`,
            show: (text: string) => `"${text}"`,
            wanted: (text: string) => bare(text) === bare(args.description),
            read: async () =>
              (await session.call(interfaceDescriptions, { interface: one.id }, { again: true }))[0]
                ?.description ?? null,
          }
        }),
      ]
    : []),
  ...(state
    ? [
        change(ctrlPortState, async (session, args) => {
          const one = await portFor(session, args.interface)
          const wanted = args.state === 'enable' ? 'Enabled' : 'Disabled'
          return {
            act: () => state(session, one, args.state),
            what: `the admin state of ${one.name}`,
            wanted: now => now === wanted,
            read: async () =>
              (await session.call(linkInfo, { interface: one.id }, { again: true }))[0]?.admin_state ?? null,
          }
        }),
      ]
    : []),
  ...(speed
    ? [
        change(ctrlPortSpeed, async (session, args) => {
          const one = await portFor(session, args.interface)
          return {
            act: () => speed(session, one, args.speed),
            what: `the speed of ${one.name}`,
            wanted: (now: string) => speedWord(now) === speedWord(args.speed),
            read: async () =>
              (await session.call(linkInfo, { interface: one.id }, { again: true }))[0]?.admin_speed ?? null,
          }
        }),
      ]
    : []),
]
