import { assert, cpuMs, suite } from '@linecard/test-kit'
import { convertTwig, createRenderer } from '../src/index.ts'
import { lintTemplate } from '../src/lint/index.ts'
import { linesOf, refusalOf } from './rendering.ts'
import { outside, samples } from './twig.ts'

const test = suite('convert')

const renderer = createRenderer()
test.after(() => renderer.close())

const rows = (text: string) => text.split('\n').length

test('there are at least 20 templates', () => assert.ok(samples.length >= 20))

for (const { what, twig, variables, blocks = {}, lines } of samples)
  test(`Twig: ${what}`, async () => {
    const { text, findings } = convertTwig(twig)
    assert.equal(findings, [], text)
    assert.equal(rows(text), rows(twig), text)
    const rendered = await refusalOf(renderer, text, variables, blocks)
    assert.ok(rendered.startsWith('rendered:'), `${rendered}\n${text}`)
    // Indentation of statements is text in Twig, and none here. No console reads it.
    const got = (await linesOf(renderer, text, variables, blocks)).map(line => line.trim())
    assert.equal(got, lines, text)
  })

for (const [twig, expected] of outside)
  test(`outside: ${twig.replaceAll('\n', ' ⏎ ')}`, async () => {
    const { text, findings } = convertTwig(twig)
    assert.equal(
      findings.map(({ code, line, column }) => `${code} ${line}:${column}`),
      expected,
      text,
    )
    assert.ok(findings.every(({ hint, message }) => hint.length > 5 && message.length > 5))
    assert.equal(rows(text), rows(twig), text)
    if (findings.every(({ severity }) => severity === 'warning')) return
    assert.ok(/\{\{!-- .*--\}\}\{\{not_converted\s*\}\}/s.test(text), text)
    // A template that lacks a part does not run: nobody reloads by a condition that was lost.
    const variables = { x: 'a', y: 'b', l: [{ x: 1 }], name: 'n' }
    const rendered = await refusalOf(renderer, text, variables)
    assert.ok(/^VARIABLE_UNKNOWN .*not_converted/.test(rendered), `${rendered}\n${text}`)
    const codes = lintTemplate({
      parts: { text },
      blocks: {},
      parameters: [],
      variables: {},
      constructs: true,
    })
    assert.ok(
      codes.some(({ code }) => code === 'NOT_CONVERTED'),
      JSON.stringify(codes),
    )
  })

test('line n stays line n', () => {
  const twig = samples.find(({ what }) => what.startsWith('a registration'))!.twig.split('\n')
  const text = convertTwig(twig.join('\n')).text.split('\n')
  for (const [at, line] of twig.entries()) if (!line.includes('{')) assert.is(text[at], line)
  assert.is(text[4], 'onu {{@root.number}} type {{upper params.type}} sn {{ont.serial}}')
  assert.is(text[8], '{{#if (eq params.mode "Bridge")}}')
})

test('hostile: deep, endless and huge texts end quickly', () => {
  const hostile = [
    '{'.repeat(100_000),
    '{% if x %}'.repeat(5000),
    `{{ ${'('.repeat(50_000)} }}`,
    `{{ ${'a.'.repeat(50_000)}b }}`,
    `{{ ${'not '.repeat(30_000)}a }}`,
    `{{ "${'#{'.repeat(20_000)} }}`,
    '{% macro x %}'.repeat(10_000),
    '{{ "'.repeat(40_000),
    '{# '.repeat(60_000),
    `{{ a${'|lower'.repeat(30_000)} }}`,
    `{{ ${'a ? b : '.repeat(20_000)}c }}`,
    `{{ ${'- '.repeat(60_000)}1 }}`,
    `{{ ${'['.repeat(60_000)} }}`,
  ]
  for (const twig of hostile) {
    const started = cpuMs()
    const { findings } = convertTwig(twig)
    assert.ok(findings.length > 0, twig.slice(0, 20))
    assert.ok(cpuMs() - started < 3000, `${twig.slice(0, 20)}: ${cpuMs() - started} ms`)
  }
})
