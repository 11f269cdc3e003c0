import { Type as T } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  Reply,
  pageOf,
  searchQueryOf,
  type Context,
  type Routes,
  type PlaceHit,
  type SearchHit,
} from '@linecard/plugin-kit'
import { askAll, chosen, firstOf } from './ask.ts'
import { NearbyParams, SearchQueryParams } from './bodies.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { FoundBody, Hit, NearBody, Nearby, NearbyMeta, SearchMeta } from './schemas.ts'

type Typed<H> = H & { type: string }
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * 0 for a match in the description of an interface or ONU, 1 for others. The description names the customer,
 * so these hits come first among hits of the same rank.
 */
const described = ({ matched, interface: of }: SearchHit) =>
  of !== null && matched.field === 'description' ? 0 : 1

/** Best first. Hits of the same rank have a fixed order. */
const byRank = (a: Typed<SearchHit>, b: Typed<SearchHit>): number =>
  b.rank - a.rank ||
  described(a) - described(b) ||
  byText(a.type, b.type) ||
  byText(a.title, b.title) ||
  a.id - b.id

const byDistance = (a: Typed<PlaceHit>, b: Typed<PlaceHit>): number =>
  a.distance_m - b.distance_m || byText(a.type, b.type) || a.id - b.id

const tag = 'portal'
/** Checks that every hit of a source has the required fields, because plugins of others have sources too. */
const [found, near] = [Compile(FoundBody), Compile(NearBody)]
/** Hits of one answer at most. */
const maxHits = 500
/** At least 1: with 0, a client would think that nothing was found. */
const limitOf = (query: { limit?: number }, standard: number) =>
  Math.max(1, pageOf(query, { cap: maxHits, standard }).limit)

export function portalRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    '/portal/search',
    {
      operationId: 'portal.search',
      scope: 'group',
      tag,
      summary: 'Search in everything: devices, interfaces, ONUs, and objects of other plugins',
      permission: 'global_search',
      description:
        'Hits of all types, best first: equal to the text, then beginning with it, then containing it. ' +
        'Among hits of the same rank, descriptions of interfaces and ONUs come first. The text has no ' +
        'wildcards. `limit` applies to each type and to the whole answer.',
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
      scope: 'group',
      tag,
      summary: 'Objects near a place, nearest first',
      permission: 'global_search',
      description:
        'Devices and interfaces with coordinates, and objects of other plugins, within `distance` ' +
        'metres, the nearest first. Distances are measured on a sphere. Types that failed are named in ' +
        '`meta`.',
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
