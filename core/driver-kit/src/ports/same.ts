import { DeviceError } from '../contract/errors.ts'
import type { ExpectedPort } from '../contract/port.ts'
import type { Interface } from '../modules/index.ts'
import { sameName } from './names.ts'

type Known = Pick<ExpectedPort, 'name' | 'mac'>

/** The interfaces of this name: exactly, else in another form. */
const namedSo = (list: readonly Interface[], name: string): Interface[] => {
  const exact = list.filter(one => one.name === name)
  return exact.length > 0 ? exact : list.filter(one => sameName(one.name, name))
}

/**
 * Whether an interface of the list is the known one. Its name decides. Without `strict` an interface that has
 * another name, but the MAC address that only it has, was renamed, if no other has its name.
 */
export function isSamePort(
  one: Interface,
  known: Known,
  list: readonly Interface[],
  strict: boolean,
): boolean {
  const named = namedSo(list, known.name)
  if (named.length > 0) return named.some(({ id }) => id === one.id)
  const mac = known.mac ?? null
  return (
    !strict &&
    mac !== null &&
    one.mac_address === mac &&
    list.filter(other => other.mac_address === mac).length === 1
  )
}

const quoted = (name: string | null) => (name === null ? 'gone' : JSON.stringify(name))

/**
 * The error for a port that is not where the caller saw it.
 * @param there what stands there now
 * @param list all interfaces of the device now, to find the wanted one
 */
export function interfaceMoved(
  { id, name: wanted }: Pick<ExpectedPort, 'id' | 'name'>,
  there: string | null,
  list: readonly Interface[] = [],
): DeviceError {
  const [one, another] = namedSo(list, wanted)
  const found = one && !another && one.id !== id ? one.id : null
  const where =
    found === null ? 'the device shows no other interface of this name' : `${quoted(wanted)} is ${found} now`
  return new DeviceError(
    'InterfaceMoved',
    `Interface ${id} was ${quoted(wanted)} and is ${quoted(there)} now: ${where}. ` +
      'The interfaces of the device are read again; look at them, then try again.',
    { argument: 'interface', moved: { wanted, there, found } },
  )
}
