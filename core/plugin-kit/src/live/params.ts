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

/**
 * The argument `interface` of modules: the bind key if the inventory has the interface, otherwise the text of
 * the client. The driver then looks it up on the device.
 */
export async function interfaceNamed(
  ctx: Pick<Context, 'use'>,
  target: Target,
  word: string,
  caller: Caller,
): Promise<number | string> {
  const known = await knownInterface(ctx, target, word, caller)
  return known ? Number(known.bind_key) : word.trim()
}
