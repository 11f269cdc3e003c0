import type { Caller, Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Sticker } from './drawing/tasks.ts'
import { fail } from './errors.ts'
import { labelLines } from './label.ts'
import type { objectTypes } from './bodies.ts'

export interface ObjectRef {
  type: (typeof objectTypes)[number]
  id: number
}
interface Named {
  id: number
  deviceId: number
  page: string
  label: string[]
}

const deviceTexts = ({ ip, name }: { ip: string; name: string }, show: Config['show_data']): string[] =>
  show === 'ip' ? [ip] : show === 'name' ? [name === '' ? ip : name] : [name, ip]

/**
 * The page and the label of each object, in the given order.
 * @throws ApiError QR_GENERATOR_OBJECT_UNKNOWN for the first one that the caller does not see
 */
async function named(ctx: Context<Config>, caller: Caller, refs: readonly ObjectRef[]): Promise<Named[]> {
  const { device_page, interface_page, show_data } = ctx.config
  const idsOf = (isDevice: boolean) =>
    refs.filter(({ type }) => (type === 'device') === isDevice).map(({ id }) => id)
  const devices = new Map(
    (await ctx.use('devices').several(idsOf(true), caller)).map(device => [device.id, device]),
  )
  const interfaces = new Map(
    (await ctx.use('interfaces').several(idsOf(false), caller)).map(port => [port.id, port]),
  )
  return refs.map(({ type, id }, nth): Named => {
    const device = devices.get(id)
    if (type === 'device' && device)
      return { id, deviceId: id, page: device_page, label: labelLines(deviceTexts(device, show_data)) }
    const port = interfaces.get(id)
    if (type === 'device' || !port || (type === 'onu' && port.type !== 'ONU')) {
      throw fail(
        'QR_GENERATOR_OBJECT_UNKNOWN',
        { type, id },
        refs.length > 1 ? [{ path: `objects.${nth}.id`, message: 'does not exist' }] : [],
      )
    }
    return {
      id,
      deviceId: port.device_id,
      page: interface_page,
      label: labelLines([
        deviceTexts(port.device, show_data).filter(Boolean).join(' '),
        port.name,
        port.description,
      ]),
    }
  })
}

/**
 * The codes of these objects, ready to draw: all or none.
 * @throws ApiError QR_GENERATOR_OBJECT_UNKNOWN, QR_GENERATOR_ADDRESS_UNKNOWN
 */
export async function stickersOf(
  ctx: Context<Config>,
  caller: Caller,
  refs: readonly ObjectRef[],
  withLabel: boolean,
): Promise<Sticker[]> {
  const objects = await named(ctx, caller, refs)
  const address = ctx.use('panel').address()
  if (address === null) throw fail('QR_GENERATOR_ADDRESS_UNKNOWN')
  return objects.map(({ id, deviceId, page, label }) => ({
    link: address + page.replaceAll('{id}', String(id)).replaceAll('{device_id}', String(deviceId)),
    label: withLabel ? label : [],
  }))
}
