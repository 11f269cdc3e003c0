import type { Context, Routes } from '@linecard/plugin-kit'
import { PingBody, TraceBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { pingView, reachable } from '../reach.ts'
import { PingView, TraceView } from '../schemas/index.ts'

const tag = 'diagnostic'

/** Ping and traceroute from the machine of the service. */
export function reachRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.post(
    '/component/diagnostic/icmp-ping',
    {
      operationId: 'diagnostic.icmp-ping.run',
      scope: 'group',
      tag,
      summary: 'Pings a device from the machine of the service',
      permission: 'diag_icmp_ping',
      readOnly: true,
      description:
        'A missing answer is a result, not an error. If ICMP is not possible, TCP is used, then SNMP; ' +
        '`instead` has the reason. ' +
        'Only addresses in the networks of the equipment.',
      body: PingBody,
      errors: [404],
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
      scope: 'group',
      tag,
      summary: 'The route to a device from the machine of the service',
      permission: 'diag_traceroute',
      readOnly: true,
      description:
        'Needs the program traceroute on that machine, otherwise 422. ' +
        'Only addresses in the networks of the equipment.',
      body: TraceBody,
      errors: [404, 422],
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
