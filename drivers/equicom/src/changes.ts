import {
  DeviceError,
  readRows,
  readScalars,
  table,
  text,
  type Columns,
  type Implementation,
  type Session,
  type Varbind,
  encodeText,
} from '@linecard/driver-kit'
import { change, integerTo, octetsTo, written, type Change } from '@linecard/driver-kit/builders'
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
 * A change of the given cells of one row in one SET.
 * @throws DeviceError BadArgument if the request has no cells, or the unit has no such row
 */
async function rowChange(
  session: Session,
  columns: Columns,
  { id, ...given }: { id: number | string },
  what: string,
): Promise<Change<Record<string, unknown>>> {
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
    return name in codes ? integerTo(oid, codes[name]![value]!) : octetsTo(oid, encodeText(value, 'name'))
  })
  return {
    act: () => written(() => varbinds)(session),
    what: `${what} ${index}`,
    show: row => JSON.stringify(row),
    read: async () =>
      ((await readRows(session, columns, [index])).get(index) as Record<string, unknown> | undefined) ?? null,
    wanted: row => wanted.every(([name, value]) => (row[name] ?? '') === value.trim()),
  }
}

const device = table({ name: text(`${node}.7.0`), description: text(`${node}.8.0`) })
async function deviceChange(
  session: Session,
  key: keyof typeof device,
  value: string,
): Promise<Change<string>> {
  const { oid } = device[key]
  return {
    act: () => written(() => [octetsTo(oid, encodeText(value, 'name'))])(session),
    what: `the ${key} of the unit`,
    read: async () => (await readScalars(session, device))[key] ?? '',
    wanted: now => now === value.trim(),
  }
}

export const changes = (): Implementation[] => [
  change(ctrlSetDeviceName, (session, { name }) => deviceChange(session, 'name', name)),
  change(ctrlSetDeviceDescription, (session, { description }) =>
    deviceChange(session, 'description', description),
  ),
  change(ctrlPowerControlOutput, (session, args) => rowChange(session, outputs, args, 'output')),
  change(ctrlDigitalLine, (session, args) => rowChange(session, digital, args, 'digital line')),
  change(ctrlAnalogLine, (session, args) => rowChange(session, analog, args, 'analog line')),
]
