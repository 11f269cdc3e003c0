import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type as T } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { assert, suite } from '@linecard/test-kit'
import { lacks, startPrometheus } from '@linecard/test-kit/worlds/programs'

const test = suite('dashboards of Grafana')
const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'examples/grafana')
const page = readFileSync(join(root, 'docs/metrics.md'), 'utf8')
const files = readdirSync(join(folder, 'dashboards'))

const Source = T.Object({ type: T.Literal('prometheus'), uid: T.Literal('linecard') })
/** Grafana's page "Dashboard JSON model": the documented fields, with their types. Other fields are refused. */
const only = { additionalProperties: false }
const Panel = T.Object(
  {
    id: T.Integer({ minimum: 1 }),
    type: T.Enum(['timeseries', 'stat', 'table']),
    title: T.String({ minLength: 1 }),
    description: T.String(),
    datasource: Source,
    gridPos: T.Object(
      {
        h: T.Integer({ minimum: 1 }),
        w: T.Integer({ minimum: 1, maximum: 24 }),
        x: T.Integer({ minimum: 0, maximum: 23 }),
        y: T.Integer({ minimum: 0 }),
      },
      only,
    ),
    targets: T.Array(
      T.Object(
        {
          refId: T.String({ pattern: '^[A-Z]$' }),
          datasource: Source,
          expr: T.String({ minLength: 1 }),
          legendFormat: T.String(),
          range: T.Boolean(),
          instant: T.Boolean(),
        },
        only,
      ),
      { minItems: 1 },
    ),
    fieldConfig: T.Object(
      { defaults: T.Object({ unit: T.String() }), overrides: T.Array(T.Unknown()) },
      only,
    ),
    options: T.Object({}),
  },
  only,
)
const Dashboard = T.Object(
  {
    id: T.Null(),
    uid: T.String({ pattern: '^[\\w-]{8,40}$' }),
    title: T.String({ minLength: 1 }),
    description: T.String(),
    tags: T.Array(T.String()),
    timezone: T.Enum(['browser', 'utc']),
    editable: T.Boolean(),
    graphTooltip: T.Enum([0, 1, 2]),
    schemaVersion: T.Integer(),
    version: T.Integer(),
    refresh: T.String(),
    time: T.Object({ from: T.String(), to: T.String() }, only),
    timepicker: T.Object({}),
    templating: T.Object({
      list: T.Array(
        T.Object({
          name: T.String(),
          label: T.String(),
          type: T.Literal('query'),
          datasource: Source,
          query: T.Object({ query: T.String(), refId: T.String() }),
        }),
      ),
    }),
    annotations: T.Object({ list: T.Array(T.Unknown()) }),
    links: T.Array(T.Unknown()),
    panels: T.Array(Panel, { minItems: 4 }),
  },
  only,
)
const dashboard = Compile(Dashboard)
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, 'dashboards', file), 'utf8'))
const boards = files.map(file => {
  const content = read(file)
  if (!dashboard.Check(content))
    throw new Error(`${file}: ${JSON.stringify([...dashboard.Errors(content)].slice(0, 3))}`)
  return { file, content }
})

test('three dashboards in the documented model, with panels that do not overlap', () => {
  assert.equal(files.toSorted(), ['installation.json', 'olt-onu.json', 'switch-port.json'])
  for (const { file, content } of boards) {
    const cells = content.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    assert.is(new Set(cells).size, cells.length, file)
    assert.is(new Set(content.panels.map(({ id }) => id)).size, content.panels.length)
  }
})

/** What is asked, with values in place of variables. */
const expressions = boards.flatMap(({ file, content }) => [
  ...content.panels.flatMap(({ targets }) => targets.map(({ expr }) => ({ file, text: expr }))),
  ...content.templating.list.map(({ query }) => ({
    file,
    text: query.query.replace(/^label_values\((.*), (\w+)\)$/, 'count by ($2) ($1)'),
  })),
])

test('every metric that they name is on the generated page', () => {
  const ofProcess = /^(process|nodejs)_/
  const names = expressions.flatMap(({ text }) => text.match(/\b(linecard|process|nodejs)_\w+/g) ?? [])
  assert.ok(names.length > 40)
  const unknown = names.filter(
    name => !ofProcess.test(name) && !page.includes(`\`${name.replace(/_(bucket|sum|count)$/, '')}\``),
  )
  assert.equal(unknown, [])
})

test('every variable that an expression has is declared', () => {
  for (const { file, content } of boards) {
    const declared = new Set(content.templating.list.map(({ name }) => name))
    const used = [...JSON.stringify(content).matchAll(/\$(\w+)/g)].map(([, name]) => name!)
    assert.equal(
      used.filter(name => !declared.has(name)),
      [],
      file,
    )
  }
})

test('the provisioning names the data source of the dashboards, and their folder', () => {
  const sources = parse(readFileSync(join(folder, 'provisioning/datasources/linecard.yml'), 'utf8')) as {
    apiVersion: number
    datasources: { uid: string; type: string; url: string }[]
  }
  assert.is(sources.apiVersion, 1)
  assert.equal(
    sources.datasources.map(({ uid, type }) => [uid, type]),
    [['linecard', 'prometheus']],
  )
  const { providers } = parse(readFileSync(join(folder, 'provisioning/dashboards/linecard.yml'), 'utf8')) as {
    providers: { type: string; options: { path: string } }[]
  }
  assert.equal(
    providers.map(({ type, options }) => [type, options.path.endsWith('/dashboards')]),
    [['file', true]],
  )
})

const missing = lacks('prometheus')
if (missing) test.skip('a real Prometheus understands every expression', missing)
else
  test('a real Prometheus understands every expression', async () => {
    const program = await startPrometheus()
    try {
      for (const { file, text } of expressions) {
        const query = text.replaceAll('$device', '7').replaceAll('$interface', '101|102')
        const answer = await fetch(`${program.url}/api/v1/query?${new URLSearchParams({ query })}`)
        assert.is(answer.status, 200, `${file}: ${query}: ${await answer.text()}`)
      }
    } finally {
      await program.stop()
    }
  })
