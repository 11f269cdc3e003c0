import { Type as T } from 'typebox'
import {
  LiveMeta,
  RawReply,
  Reply,
  closedObject,
  deviceNamed,
  type Caller,
  type Context,
  type Logger,
  type NamedInterface,
  type Routes,
  type Source as From,
} from '@linecard/plugin-kit'
import { ArpPing, ArpPingBody, ArpPingQuery, arpPing } from './arp.ts'
import { cardOf, policy } from './card.ts'
import type { Config } from './config.ts'
import { diagnose, type Diagnosed } from './diagnose.ts'
import { fail } from './errors.ts'
import { linksOf } from './links.ts'
import { PingBody, PingView, TraceBody, TraceView, pingView, reachable } from './reach.ts'
import {
  DiagQuery,
  Diagnosis,
  FlatDiagnosis,
  IfaceParams,
  InterfaceDiagBody,
  InterfaceLinks,
  Source,
} from './schemas.ts'

const tag = 'diagnostic'
const permission = 'diag_interface'
const description =
  'Asks one module after the other; what a device does not answer is marked in `meta`, and the rest is answered all the same. Blocks that the model does not have are null.'

/**
 * A stored interface of a device, by what a client calls it. @throws ApiError 404 for a device of another
 * group as for none
 */
async function interfaceNamed(
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
      { path: 'interface', message: 'there is no such one' },
    ])
  return found
}

interface Asking {
  caller: Caller
  signal: AbortSignal
  log: Logger
}
const about = (
  ctx: Context<Config>,
  port: NamedInterface,
  { from = 'cache', cable_diag: cableDiag = false }: { from?: From; cable_diag?: boolean },
  { caller, signal, log }: Asking,
): Promise<Diagnosed> => diagnose(ctx, port, { from, cableDiag, caller, signal, log })

export function routes(declare: Routes, ctx: Context<Config>): void {
  const port = (id: number, caller: Caller) => ctx.use('interfaces').named(id, caller)

  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag',
    {
      operationId: 'diagnostic.interface.diag',
      tag,
      summary: 'All about a port or ONU, as its device says it',
      permission,
      description,
      asksDevice: true,
      params: IfaceParams,
      query: DiagQuery,
      response: Diagnosis,
      meta: LiveMeta,
    },
    async ({ params, query, ...asking }) => {
      const { iface, data, oldMeta, device_status, meta } = await about(
        ctx,
        await port(params.ifaceId, asking.caller),
        query,
        asking,
      )
      return new Reply({ iface: { ...iface }, diagnostic: { data, meta: oldMeta }, device_status }, meta)
    },
  )

  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag/html',
    {
      operationId: 'diagnostic.interface.card',
      tag,
      summary: 'The same as a card in HTML, for billings and phones',
      permission,
      asksDevice: true,
      description:
        'A page without scripts and without anything from elsewhere. Which pages may show it in a frame: diagnostic.embed_from.',
      params: IfaceParams,
      query: DiagQuery,
      response: T.String({ raw: true, contentMediaType: 'text/html' }),
    },
    async ({ params, query, ...asking }) => {
      const page = cardOf(await about(ctx, await port(params.ifaceId, asking.caller), query, asking))
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
      summary: 'Pages of an interface, and who is at its other end',
      permission,
      asksDevice: true,
      params: IfaceParams,
      query: closedObject({ from: Source }),
      response: InterfaceLinks,
      meta: LiveMeta,
    },
    async ({ params, query, caller, signal, log }) => {
      const named = await port(params.ifaceId, caller)
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
      const { iface, data, oldMeta, device_status, meta } = await about(
        ctx,
        await interfaceNamed(ctx, body.device, body.interface, asking.caller),
        body,
        asking,
      )
      return new Reply({ ...data, iface: { ...iface }, meta: oldMeta, device_status }, meta)
    },
  )

  const arp = {
    tag,
    permission: 'diag_arp_ping',
    summary:
      'Whether an address answers in the networks of a router, asked by it where it can, else after its ARP table',
    asksDevice: true,
    description:
      'One row for each entry; where there is none one that received nothing. An entry that the router keeps is no proof that somebody is there this second.',
    response: T.Array(ArpPing),
    meta: LiveMeta,
  } as const
  declare.get(
    '/component/diagnostic/arp-ping',
    { ...arp, operationId: 'diagnostic.arp-ping.get', query: ArpPingQuery },
    async ({ query, caller, signal }) => {
      const { data, meta } = await arpPing(ctx, query, caller, signal)
      return new Reply(data, meta)
    },
  )
  declare.post(
    '/component/diagnostic/arp-ping',
    { ...arp, operationId: 'diagnostic.arp-ping.post', readOnly: true, body: ArpPingBody },
    async ({ body, caller, signal }) => {
      const { data, meta } = await arpPing(ctx, body, caller, signal)
      return new Reply(data, meta)
    },
  )

  declare.post(
    '/component/diagnostic/icmp-ping',
    {
      operationId: 'diagnostic.icmp-ping.run',
      tag,
      summary: 'Pings a device from the machine of the service',
      permission: 'diag_icmp_ping',
      readOnly: true,
      description:
        'No answer is an answer. Where ICMP is not possible it is asked by TCP, then by SNMP; `instead` says why. Only addresses in the networks of the equipment.',
      body: PingBody,
      response: PingView,
    },
    async ({ body, caller, signal }) => {
      const { ip, snmp } = await reachable(ctx, body, caller)
      return pingView(
        await ctx
          .use('ping')
          .ping(ip, {
            count: body.count ?? ctx.config.ping_count,
            signal,
            ...(body.timeout_ms === undefined ? {} : { timeoutMs: body.timeout_ms }),
            ...(snmp ? { snmp } : {}),
          }),
      )
    },
  )

  declare.post(
    '/component/diagnostic/traceroute',
    {
      operationId: 'diagnostic.traceroute.run',
      tag,
      summary: 'The way to a device from the machine of the service',
      permission: 'diag_traceroute',
      readOnly: true,
      description:
        'Needs the program traceroute there; 422 where it is not. Only addresses in the networks of the equipment.',
      body: TraceBody,
      response: TraceView,
    },
    async ({ body, caller, signal }) => {
      const { ip } = await reachable(ctx, body, caller)
      return ctx
        .use('ping')
        .trace(ip, {
          signal,
          totalMs: ctx.config.trace_total_sec * 1000,
          ...(body.max_hops === undefined ? {} : { maxHops: body.max_hops }),
        })
    },
  )
}
