import { DeviceError, type Session } from '@linecard/driver-kit'
import { cliDescription, interfacesFor, typed, type Act, type Step } from '@linecard/driver-kit/builders'
import { linkInfo, type Interface } from '@linecard/driver-kit/modules'

const wired: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE', 'TGE'])

export const isPort = ({ type, if_index: index }: Pick<Interface, 'type' | 'if_index'>): boolean =>
  wired.has(type) && index !== null

/**
 * How a series numbers the ports of a stack: count of ifIndexes for each unit, and whether a single switch
 * also has the unit in the port's name.
 */
export interface Units {
  size: number
  always?: true
}

/**
 * Name of a port on the console: its number. In a stack the unit is in front of it.
 * @throws DeviceError BadArgument if the interface is not a port
 */
export async function portNumber(session: Session, one: Interface, { size, always }: Units): Promise<string> {
  if (!isPort(one))
    throw new DeviceError('BadArgument', `${one.name} is not a port of the switch`, { argument: 'interface' })
  const index = one.if_index!
  const stacked =
    always || (await interfacesFor(session)).some(other => isPort(other) && other.if_index! > size)
  return stacked ? `${Math.floor((index - 1) / size) + 1}:${((index - 1) % size) + 1}` : String(index)
}

/** A change of one port by console commands. */
export const onPort =
  <A extends unknown[]>(
    units: Units,
    commands: (port: string, ...args: A) => readonly (string | Step)[],
  ): Act<[Interface, ...A]> =>
  async (session, one, ...args) => {
    const port = await portNumber(session, one, units)
    return typed(() => commands(port, ...args))(session)
  }

/**
 * Both media of a combo port have their own settings. A command without a medium changes the copper medium.
 */
async function mediaOf(
  session: Session,
  { id }: Interface,
): Promise<readonly ('' | ' medium_type copper' | ' medium_type fiber')[]> {
  const media = new Set(
    (await session.call(linkInfo, { interface: id })).map(({ medium_type: medium }) => medium),
  )
  return media.has('Copper') && media.has('Fiber') ? [' medium_type copper', ' medium_type fiber'] : ['']
}

/** `config ports N …` for each medium of a combo port that accepts the setting. */
export const configPorts =
  <A extends unknown[]>(
    units: Units,
    words: (...args: A) => { copper: string; fiber?: string },
  ): Act<[Interface, ...A]> =>
  async (session, one, ...args) => {
    const { copper, fiber } = words(...args)
    const media = await mediaOf(session, one)
    return onPort(units, port =>
      media.flatMap(medium => {
        const setting = medium.endsWith('fiber') ? fiber : copper
        return setting === undefined ? [] : [`config ports ${port}${medium} ${setting}`]
      }),
    )(session, one)
  }

/** Converts a speed such as `100-Full` to console words. Fibre has only one speed. */
export function speedWords(speed: string): { copper: string; fiber?: string } {
  if (speed === 'auto') return { copper: 'speed auto', fiber: 'speed auto' }
  if (!/^(?:10|100)-(?:Half|Full)$|^1000-Full$/.test(speed))
    throw new DeviceError(
      'BadArgument',
      `This device supports auto, 10, 100 and 1000 Mbit/s (1000 only with full duplex), not ${speed}`,
      { argument: 'speed' },
    )
  const words = `speed ${speed.toLowerCase().replace('-', '_')}`
  return speed === '1000-Full' ? { copper: words, fiber: words } : { copper: words }
}

export const descriptionWords = (text: string): string =>
  text === '' ? 'clear_description' : `description ${cliDescription(text, { max: 32 })}`
