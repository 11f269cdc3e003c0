import { Type as T } from 'typebox'
import {
  LiveMeta,
  RawReply,
  Reply,
  deviceNamed,
  type Caller,
  type Context,
  type Logger,
  type NamedInterface,
  type Routes,
  type Source,
} from '@linecard/plugin-kit'
import { DiagQuery, IfaceParams, InterfaceDiagBody, LinksQuery } from '../bodies.ts'
import { cardOf, policy } from '../card.ts'
import type { Config } from '../config.ts'
import { diagnose, type Diagnosed } from '../diagnose.ts'
import { fail } from '../errors.ts'
import { linksOf } from '../links.ts'
import { Diagnosis, FlatDiagnosis, InterfaceLinks } from '../schemas/index.ts'

const tag = 'diagnostic'
const permission = 'diag_interface'
const description =
  'Asks one module after the other. What a device does not answer is marked in `meta`; the rest is ' +
  'answered. ' +
  'Blocks that the model does not support are null.'

const interfaceById = (ctx: Context<Config>, id: number, caller: Caller) =>
  ctx.use('interfaces').named(id, caller)

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

interface Asking {
  caller: Caller
  signal: AbortSignal
  log: Logger
}
const diagnosed = (
  ctx: Context<Config>,
  port: NamedInterface,
  { from = 'cache', cable_diag: cableDiag = false }: { from?: Source; cable_diag?: boolean },
  { caller, signal, log }: Asking,
): Promise<Diagnosed> => diagnose(ctx, port, { from, cableDiag, caller, signal, log })

export function diagnosisRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag',
    {
      operationId: 'diagnostic.interface.diag',
      tag,
      summary: 'Everything that a device answers about a port or ONU',
      permission,
      description,
      asksDevice: true,
      params: IfaceParams,
      query: DiagQuery,
      response: Diagnosis,
      meta: LiveMeta,
    },
    async ({ params, query, ...asking }) => {
      const { iface, data, oldMeta, device_status, meta } = await diagnosed(
        ctx,
        await interfaceById(ctx, params.ifaceId, asking.caller),
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
      tag,
      summary: 'The diagnosis in one level, by the names of device and interface',
      permission,
      readOnly: true,
      asksDevice: true,
      description: `For older clients. ${description}`,
      body: InterfaceDiagBody,
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

/** The card in HTML, and the links of an interface. */
export function interfacePages(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag/html',
    {
      operationId: 'diagnostic.interface.card',
      tag,
      summary: 'The same as a card in HTML, for billing systems and phones',
      permission,
      asksDevice: true,
      description:
        'A page without scripts and without content from other sites. ' +
        'The setting diagnostic.embed_from lists the pages that may show it in a frame.',
      params: IfaceParams,
      query: DiagQuery,
      response: T.String({ raw: true, contentMediaType: 'text/html' }),
    },
    async ({ params, query, ...asking }) => {
      const page = cardOf(
        await diagnosed(ctx, await interfaceById(ctx, params.ifaceId, asking.caller), query, asking),
      )
      return new RawReply(page, 'text/html; charset=utf-8', {
        'content-security-policy': policy(ctx.config.embed_from),
        'cache-control': 'no-store',
      })
    },
  )

  declare.get(
    '/component/diagnostic/interface/:ifaceId/links',
    {
      operationId: 'diagnostic.interface.links',
      tag,
      summary: 'Pages of an interface, and the devices at its other end',
      permission,
      asksDevice: true,
      params: IfaceParams,
      query: LinksQuery,
      response: InterfaceLinks,
      meta: LiveMeta,
    },
    async ({ params, query, caller, signal, log }) => {
      const named = await interfaceById(ctx, params.ifaceId, caller)
      const target = await ctx.use('devices').target({ id: named.device_id }, caller)
      const { data, meta } = await linksOf(named, {
        ctx,
        target,
        from: query.from ?? 'cache',
        caller,
        signal,
        log,
      })
      return new Reply(data, meta)
    },
  )
}
