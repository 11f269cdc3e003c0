import { Readable } from 'node:stream'
import { ponOntsStatus } from '@linecard/driver-kit/modules'
import {
  DeviceParams,
  InterfaceWord,
  RawReply,
  atPlace,
  closedObject,
  deviceNamed,
  listQuery,
  needModule,
  pageOf,
  placeNamed,
  sources,
  text,
  type Caller,
  type Context,
  type OnusAsked,
  type Place,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { answerJson, treeJson } from './json.ts'
import { sortNames } from './pick.ts'
import { liveTree, storedTree, type TreeRead } from './read.ts'
import { Tree, TreeMeta, exampleTree } from './schemas.ts'

const Query = closedObject({
  from: T.Optional(sources),
  interface: T.Optional(InterfaceWord),
  status: T.Optional(text(100, { description: 'State, or several: Offline|PowerOff' })),
  query: T.Optional(
    text(200, { description: 'Part of a name, ident, description, comment, contract, maker or model' }),
  ),
  only_bad_signal: T.Optional(
    T.Boolean({ description: 'Only ONUs whose light was outside of the limits when it was last read' }),
  ),
  limit: T.Optional(
    T.Number({
      minimum: 0,
      description: 'ONUs at most; 0: only cards and ports. Default 1000, at most 65536',
    }),
  ),
  offset: listQuery.offset,
  sort: T.Optional(
    T.String({
      maxLength: 200,
      description: `Order of the ONUs: ${sortNames.join(' ')}; a leading - sorts downwards`,
    }),
  ),
})
type Query = Static<typeof Query>

const told =
  '`from=store` answers with what was last read, also for the largest OLT in a moment. `from=cache` asks ' +
  'for state, names and idents if the stored answers are old; light, reasons and makers are as last read, ' +
  'because some OLTs ask every ONU over the fibre for them. `from=device` asks for everything. ' +
  'Ports and cards always come whole; `limit` and `offset` select the ONUs: `limit=0` gives the tree ' +
  'without ONUs.'

const plain = (query: Query, page: { limit: number; offset: number }): OnusAsked => ({
  status: query.status,
  query: query.query,
  only_bad_signal: query.only_bad_signal,
  sort: query.sort,
  ...page,
})

interface Asked {
  params: { deviceId: string }
  query: Query
  caller: Caller
  signal: AbortSignal
}

/** Reads the tree that a request asks for. */
async function treeOf(ctx: Context, { params, query, caller, signal }: Asked, streamed = false) {
  const { from = 'cache', interface: word } = query
  const page = pageOf(query, { cap: 65_536, standard: 1000 })
  const target = await deviceNamed(ctx, params.deviceId, caller)
  needModule(ctx, target, ponOntsStatus)
  const read = (place?: Place): Promise<TreeRead> =>
    (from === 'store' ? storedTree : liveTree)(
      { ctx, target, from, caller, signal, place, streamed },
      plain(query, page),
    )
  const place = word === undefined ? undefined : await placeNamed(ctx, target, word, caller)
  return { page, tree: await (place ? atPlace(place, read) : read()) }
}

const common = {
  tag: 'olts',
  permission: 'olts_info',
  asksDevice: true,
  params: DeviceParams,
  query: Query,
} as const

/** The tree of an OLT, as one answer and as lines. */
export function treeRoutes(declare: Routes, ctx: Context): void {
  declare.get(
    '/component/olts/onts/:deviceId',
    {
      ...common,
      operationId: 'olts.onts.read',
      scope: 'group',
      summary: 'Tree of an OLT: cards, PON ports, ONUs',
      description: told,
      response: Tree,
      meta: TreeMeta,
      example: exampleTree,
    },
    async request => {
      const { page, tree } = await treeOf(ctx, request)
      const { nodes, onts, total, modules } = tree
      return new RawReply(
        answerJson(treeJson(nodes, onts), { total, ...page, modules }),
        'application/json; charset=utf-8',
      )
    },
  )
  declare.get(
    '/component/olts/onts-stream/:deviceId',
    {
      ...common,
      operationId: 'olts.onts.stream',
      scope: 'group',
      summary: 'The same tree as lines of JSON, ports first',
      description:
        'The first line is `{"type":"tree","cards":[…],"meta":{…}}` with all ports and their numbers, then ' +
        'each ONU is a line without "type", in the order of `sort`, so that a page shows the first rows at ' +
        `once. The last line is \`{"type":"end","rows":n}\`: without it the stream was cut. ${told}`,
      response: T.String({ raw: true, contentMediaType: 'application/x-ndjson' }),
    },
    async request => {
      const { page, tree } = await treeOf(ctx, request, true)
      return new RawReply(Readable.from(linesOf(tree, page)), 'application/x-ndjson; charset=utf-8')
    },
  )
}

async function* linesOf(
  { nodes, lines, total, modules }: TreeRead,
  page: { limit: number; offset: number },
): AsyncGenerator<string> {
  yield `${JSON.stringify({ type: 'tree', cards: nodes, meta: { total, ...page, modules } })}\n`
  let rows = 0
  for await (const chunk of lines()) {
    rows += chunk.split('\n').length - 1
    yield chunk
  }
  yield `${JSON.stringify({ type: 'end', rows })}\n`
}
