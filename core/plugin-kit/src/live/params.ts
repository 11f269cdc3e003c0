import { oneLinePattern } from '@linecard/driver-kit/modules'
import { Type as T } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { NamedInterface, Target } from '../services/index.ts'
import { closedObject } from '../shapes.ts'

/** Path parameter of every operation on a device. */
export const DeviceParams = closedObject({
  deviceId: T.String({ maxLength: 64, description: 'Number of a device, or its IP address' }),
})

/** Which interface a client means. */
export const InterfaceWord = T.String({
  minLength: 1,
  maxLength: 255,
  pattern: oneLinePattern,
  description:
    'Id, bind key or name of an interface. ' +
    '`id:105`, `bind_key:3` and `name:5` tell which of the three a number is',
})

/**
 * Finds a device by its number in the inventory or by its address.
 * @throws ApiError 404 if the device does not exist or is outside the caller's groups
 */
export const deviceNamed = (ctx: Pick<Context, 'use'>, name: string, caller: Caller): Promise<Target> =>
  ctx.use('devices').target(/^-?\d+$/.test(name) ? { id: Number(name) } : { ip: name }, caller)

/**
 * The stored interface that a client's word means; null if the inventory knows none. The driver may know
 * more.
 * @throws ApiError 400 if the word is ambiguous
 */
export const knownInterface = async (
  ctx: Pick<Context, 'use'>,
  { deviceId }: Target,
  word: string,
  caller: Caller,
): Promise<NamedInterface | null> =>
  deviceId === null ? null : ctx.use('interfaces').onDevice(deviceId, word, caller)

/**
 * The interface as modules take it: its bind key if the inventory knows it. Otherwise the client's own word,
 * which the driver looks up on the device.
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
