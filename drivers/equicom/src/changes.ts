import {
  DeviceError,
  implement,
  readRows,
  readScalars,
  table,
  text,
  type Columns,
  type Implementation,
  type Session,
  type Varbind,
} from '@linecard/driver-kit'
import { confirm, integerTo, octetsTo, written } from '@linecard/driver-kit/builders'
import {
  ctrlAnalogLine,
  ctrlDigitalLine,
  ctrlPowerControlOutput,
  ctrlSetDeviceDescription,
  ctrlSetDeviceName,
} from '@linecard/driver-kit/modules'
import { analog, digital, node, outputs } from './tables.ts'

type Words = Readonly<Record<string, string | undefined>>
const codes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mode: { On: 0, Off: 1 },
  direction: { Output: 0, Input: 1 },
  output: { Low: 0, High: 1 },
}

/**
 * Changes the given cells of one row in one SET, and reads them back.
 * @throws DeviceError BadArgument if the request has no cells, or the unit has no such row
 */
async function changeRow(
  session: Session,
  columns: Columns,
  { id, ...given }: { id: number | string },
  what: string,
) {
  const index = String(Number(id))
  const wanted = Object.entries(given as Words).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  if (wanted.length === 0)
    throw new DeviceError('BadArgument', `Give at least one value to change for ${what} ${index}`, {
      argument: 'name',
    })
  if (!(await readRows(session, columns, [index])).has(index))
    throw new DeviceError('BadArgument', `The unit has no ${what} ${index}`, { argument: 'id' })
  const varbinds = wanted.map(([name, value]): Varbind => {
    const oid = `${columns[name]!.oid}.${index}`
    return name in codes ? integerTo(oid, codes[name]![value]!) : octetsTo(oid, Buffer.from(value, 'utf8'))
  })
  return confirm(session, () => written(() => varbinds)(session), {
    what: `${what} ${index}`,
    show: row => JSON.stringify(row),
    read: async () =>
      ((await readRows(session, columns, [index])).get(index) as Record<string, unknown> | undefined) ?? null,
    wanted: row => wanted.every(([name, value]) => (row[name] ?? '') === value.trim()),
  })
}

const device = table({ name: text(`${node}.7.0`), description: text(`${node}.8.0`) })
async function changeDevice(session: Session, key: keyof typeof device, value: string) {
  const { oid } = device[key]
  return confirm(session, () => written(() => [octetsTo(oid, Buffer.from(value, 'utf8'))])(session), {
    what: `the ${key} of the unit`,
    read: async () => (await readScalars(session, device))[key] ?? '',
    wanted: now => now === value.trim(),
  })
}

export const changes = (): Implementation[] => [
  implement(ctrlSetDeviceName, (session, { name }) => changeDevice(session, 'name', name)),
  implement(ctrlSetDeviceDescription, (session, { description }) =>
    changeDevice(session, 'description', description),
  ),
  implement(ctrlPowerControlOutput, (session, args) => changeRow(session, outputs, args, 'output')),
  implement(ctrlDigitalLine, (session, args) => changeRow(session, digital, args, 'digital line')),
  implement(ctrlAnalogLine, (session, args) => changeRow(session, analog, args, 'analog line')),
]
