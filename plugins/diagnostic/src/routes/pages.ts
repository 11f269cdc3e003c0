import { Type as T } from 'typebox'
import { LiveMeta, RawReply, Reply, type Context, type Routes } from '@linecard/plugin-kit'
import { DiagQuery, IfaceParams, LinksQuery } from '../bodies.ts'
import { cardPage, policy } from '../card/index.ts'
import type { Config } from '../config.ts'
import { linksOf } from '../links.ts'
import { InterfaceLinks } from '../schemas/index.ts'
import { diagnosed, permission, tag } from './diagnosed.ts'

/** The card in HTML, and the links of an interface. */
export function pageRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/diagnostic/interface/:ifaceId/diag/html',
    {
      operationId: 'diagnostic.interface.card',
      tag,
      summary: 'The diagnosis as a card in HTML, for billing systems and phones',
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
      const page = cardPage(
        await diagnosed(ctx, await ctx.use('interfaces').named(params.ifaceId, asking.caller), query, asking),
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
      const named = await ctx.use('interfaces').named(params.ifaceId, caller)
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
