import { DeviceError, type ExpectedPort, type Module } from '@linecard/driver-kit'
import { oneLinePattern } from '@linecard/driver-kit/modules'
import { Type as T } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { NamedInterface, Target } from '../services/index.ts'
import { closedObject } from '../shapes.ts'

/** Path parameter of every operation on a device. */
export const DeviceParams = closedObject({
  deviceId: T.String({ maxLength: 64, description: 'Id of a device, or its IP address' }),
})

/** The interface that a client names. */
export const InterfaceWord = T.String({
  minLength: 1,
  maxLength: 255,
  pattern: oneLinePattern,
  description:
    'Id, bind key or name of an interface. ' +
    '`id:105`, `bind_key:3` and `name:5` tell which of the three a number is',
})

/**
 * Finds a device by its id in the inventory or by its address.
 * @throws ApiError 404 if the device does not exist or is outside the caller's groups
 */
export const deviceNamed = (ctx: Pick<Context, 'use'>, name: string, caller: Caller): Promise<Target> =>
  ctx.use('devices').target(/^-?\d+$/.test(name) ? { id: Number(name) } : { ip: name }, caller)

/**
 * For operations of one kind of device.
 * @throws DeviceError Unsupported if the model does not have the module
 */
export function needModule(ctx: Pick<Context, 'use'>, { modelKey }: Target, only: Module | undefined): void {
  if (!only || ctx.use('equipment').supports(modelKey, only)) return
  throw new DeviceError(
    'Unsupported',
    `This operation is for devices with the module ${only.name}, which this model does not have. ` +
      'Nothing was sent.',
  )
}

/**
 * The stored interface that a client names; null if the inventory has none. The driver may know more.
 * @throws ApiError 400 if several interfaces match
 */
export const knownInterface = async (
  ctx: Pick<Context, 'use'>,
  { deviceId }: Target,
  word: string,
  caller: Caller,
): Promise<NamedInterface | null> =>
  deviceId === null ? null : ctx.use('interfaces').onDevice(deviceId, word, caller)

/** The interface of a request. */
export interface Place {
  /** The argument `interface` of modules: its bind key, or the text of the client. */
  argument: number | string
  /** Null: the device has to find it. */
  name: string | null
  /** What the device must show there; null: not known. */
  expected: ExpectedPort | null
  /** The client has given its name, so it is meant wherever it stands now. */
  byName: boolean
}

/**
 * The interface that a client names. If the inventory does not have it, the driver looks it up on the device.
 */
export async function placeNamed(
  ctx: Pick<Context, 'use'>,
  target: Target,
  word: string,
  caller: Caller,
): Promise<Place> {
  const known = await knownInterface(ctx, target, word, caller)
  if (!known) return { argument: word.trim(), name: null, expected: null, byName: false }
  const { id, bind_key: key, name, expected } = known
  const byName = ![String(id), key].includes(word.trim().replace(/^(?:id|bind_key):/, ''))
  return { argument: Number(key), name, expected, byName }
}

/**
 * Does something with an interface. If the client gave a name that stands elsewhere on the device now, it is
 * done there; nothing was done at the old place.
 */
export async function atPlace<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await work(place)
  } catch (error) {
    const moved = error instanceof DeviceError && error.partial === undefined ? error.moved : null
    if (!place.byName || place.expected === null || !moved || moved.found === null) throw error
    const { found } = moved
    return work({ ...place, argument: found, expected: { ...place.expected, id: found } })
  }
}
