import {
  LiveMeta,
  Reply,
  deviceNamed,
  type Caller,
  type Context,
  type NamedInterface,
  type Routes,
} from '@linecard/plugin-kit'
import { DiagQuery, IfaceParams, InterfaceDiagBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { Diagnosis, FlatDiagnosis } from '../schemas/index.ts'
import { diagnosed, permission, tag } from './diagnosed.ts'

/**
 * The stored interface that a client names.
 * @throws ApiError 404 if the caller does not see the device, or the interface is not stored
 */
async function storedInterface(
  ctx: Context<Config>,
  device: string | number,
  name: string | number,
  caller: Caller,
): Promise<NamedInterface> {
  const { deviceId } = await deviceNamed(ctx, String(device), caller)
  const found =
    deviceId === null ? null : await ctx.use('interfaces').onDevice(deviceId, String(name), caller)
  if (!found)
    throw fail('DIAGNOSTIC_INTERFACE_UNKNOWN', { name: String(name).slice(0, 100), device }, [
      { path: 'interface', message: 'there is no such interface' },
    ])
  return found
}

export function diagnosisRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag',
    {
      operationId: 'diagnostic.interface.diag',
      scope: 'group',
      tag,
      summary: 'Everything that a device answers about a port or ONU',
      description:
        'Port: link, speed, counters, errors, MAC addresses, cable. ONU: state, optics, distance, ' +
        'services, router behind it. Asks one module after the other. `meta` marks the modules that the ' +
        'device did not answer. Blocks that the model does not support are null.',
      permission,
      asksDevice: true,
      params: IfaceParams,
      query: DiagQuery,
      response: Diagnosis,
      meta: LiveMeta,
    },
    async ({ params, query, ...asking }) => {
      const { iface, data, oldMeta, device_status, meta } = await diagnosed(
        ctx,
        await ctx.use('interfaces').named(params.ifaceId, asking.caller),
        query,
        asking,
      )
      return new Reply({ iface: { ...iface }, diagnostic: { data, meta: oldMeta }, device_status }, meta)
    },
  )

  declare.post(
    '/component/diagnostic/interface-diag',
    {
      operationId: 'diagnostic.interface.diag-flat',
      scope: 'group',
      tag,
      summary: 'The diagnosis as one flat object; names select the device and the interface',
      permission,
      readOnly: true,
      asksDevice: true,
      description:
        'For older clients: as `GET /component/diagnostic/interface/{ifaceId}/diag`, with all blocks ' +
        'side by side. The device is named by id or address, the interface by id, bind key or name; an ' +
        'interface that is not stored is 404.',
      body: InterfaceDiagBody,
      errors: [404],
      response: FlatDiagnosis,
      meta: LiveMeta,
    },
    async ({ body, ...asking }) => {
      const { iface, data, oldMeta, device_status, meta } = await diagnosed(
        ctx,
        await storedInterface(ctx, body.device, body.interface, asking.caller),
        body,
        asking,
      )
      return new Reply({ ...data, iface: { ...iface }, meta: oldMeta, device_status }, meta)
    },
  )
}
