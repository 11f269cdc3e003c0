import { Type as T } from 'typebox'
import { Compile } from 'typebox/compile'
import { Reply, pageOf, searchQueryOf, type Context, type Routes } from '@linecard/plugin-kit'
import { askAll, chosen, firstOf } from './ask.ts'
import { NearbyParams, SearchQueryParams } from './bodies.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { byDistance, byRank } from './order.ts'
import { FoundBody, Hit, NearBody, Nearby, NearbyMeta, SearchMeta } from './schemas.ts'

const tag = 'portal'
/** What every hit of a source must have, whoever wrote the source. */
const [found, near] = [Compile(FoundBody), Compile(NearBody)]
/** Hits of one answer, at most. */
const cap = 500
/** At least one: an answer without hits would be read as "there is nothing". */
const limitOf = (query: { limit?: number }, standard: number) =>
  Math.max(1, pageOf(query, { cap, standard }).limit)

export function portalRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    '/portal/search',
    {
      operationId: 'portal.search',
      tag,
      summary: 'Search over everything: devices, interfaces, ONUs and what other plugins have',
      permission: 'global_search',
      description:
        'Hits of all types, best first: the text itself, then what begins with it, then what holds it; ' +
        'of equals descriptions of interfaces and ONUs first. The text is taken literally. At most ' +
        '`limit` hits of each type and altogether.',
      query: SearchQueryParams,
      response: T.Array(Hit),
      meta: SearchMeta,
    },
    async ({ caller, query: asked, signal, log }) => {
      const query = searchQueryOf(asked.query)
      if (!query) throw fail('PORTAL_QUERY_EMPTY', {}, [{ path: 'query', message: 'is blank' }])
      const limit = limitOf(asked, 50)
      const sources = chosen(
        ctx.use('installation').searchSources(),
        caller.permissions,
        asked.types,
        'types',
      )
      const answer = await askAll(
        sources,
        hit => found.Check(hit),
        (source, until) => source.find(query, { caller, limit, signal: until }),
        { timeoutMs: ctx.config.source_timeout_ms, limit, signal, log },
      )
      const { hits, meta } = firstOf(answer, limit, byRank)
      return new Reply(hits, { ...meta, anywhere: query.anywhere })
    },
  )

  routes.get(
    '/portal/nearest-elements',
    {
      operationId: 'portal.nearest-elements',
      tag,
      summary: 'What stands near a place, nearest first',
      permission: 'global_search',
      description: 'Only objects that have coordinates. Distances are measured on a sphere.',
      query: NearbyParams,
      response: T.Array(Nearby),
      meta: NearbyMeta,
    },
    async ({ caller, query: { lat, lon, distance = 1_000, type, status, ...rest }, signal, log }) => {
      const limit = limitOf(rest, 100)
      const sources = chosen(ctx.use('installation').placeSources(), caller.permissions, type, 'type')
      const place = { lat, lon, distance_m: distance, limit, ...(status === undefined ? {} : { status }) }
      const answer = await askAll(
        sources,
        hit => near.Check(hit),
        (source, until) => source.near(place, { caller, signal: until }),
        { timeoutMs: ctx.config.source_timeout_ms, limit, signal, log },
      )
      const { hits, meta } = firstOf(answer, limit, byDistance)
      return new Reply(
        hits.map(({ title, distance_m, ...hit }) => ({
          ...hit,
          name: title,
          distance: Math.round(distance_m * 10) / 10,
        })),
        meta,
      )
    },
  )
}
