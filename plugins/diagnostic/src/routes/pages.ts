import { Type as T } from 'typebox'
import { notStoredHeaders, LiveMeta, RawReply, Reply, type Context, type Routes } from '@linecard/plugin-kit'
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
      scope: 'group',
      tag,
      summary: 'The diagnosis as a card in HTML, for billing systems and phones',
      permission,
      asksDevice: true,
      description:
        'The diagnosis as a page without scripts and without content from other sites, for billing ' +
        'systems and phones. The setting `diagnostic.embed_from` lists the pages that may show it in a ' +
        'frame. A part that the device did not answer is shown as such.',
      params: IfaceParams,
      query: DiagQuery,
      headers: { answer: notStoredHeaders },
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
      scope: 'group',
      tag,
      summary: 'Pages of an interface, and the devices at its other end',
      description:
        'Addresses of the pages of this interface in the panel and the billing system, and the ' +
        'neighbours that LLDP and the inventory know. A device that does not answer leaves `neighbours` ' +
        'shorter; `meta` has the reason.',
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
