import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { ApiError } from '@linecard/plugin-kit'
import { suite } from '@linecard/test-kit'
import { createRenderer } from '../src/index.ts'
import { createRecent } from '../src/threads/cache.ts'
import { linesOf, refusalOf } from './rendering.ts'

const test = suite('limits of rendering', { level: 'full' })
const l = Array.from({ length: 1000 }, (_, at) => at)
const endless = '{{#each l}}{{#each @root.l}}{{#each @root.l}}{{/each}}{{/each}}{{/each}}'

test('limits are settings', async () => {
  const renderer = createRenderer({ timeMs: 100, outputOctets: 50, threads: 1, memoryMb: 32 })
  try {
    match(
      await refusalOf(renderer, 'a\n{{b}}', { b: 'x'.repeat(49) }),
      /^OUTPUT_LIMIT template:2:1 .* 50 octets/,
    )
    match(await refusalOf(renderer, '{{b}}', { b: 'ж'.repeat(26) }), /^OUTPUT_LIMIT/)
    equal((await linesOf(renderer, '{{b}}', { b: 'ж'.repeat(24) })).length, 1)
    match(await refusalOf(renderer, endless, { l }), /^TIME_LIMIT .* 100 ms/)
  } finally {
    await renderer.close()
  }
})

test('too many waiting renders are refused, and those that wait are answered', async () => {
  const renderer = createRenderer({ timeMs: 500, threads: 1, waiting: 2 })
  try {
    const busy = refusalOf(renderer, endless, { l })
    const waiting = [linesOf(renderer, 'a'), linesOf(renderer, 'b')]
    const refused = await renderer.render({ text: 'c' }, {}).catch((error: unknown) => error)
    ok(refused instanceof ApiError)
    deepEqual([refused.code, refused.status, refused.retryAfterSec], ['TEMPLATE_BUSY', 503, 1])
    match(await busy, /^TIME_LIMIT/)
    deepEqual(await Promise.all(waiting), [['a'], ['b']])
    deepEqual(await linesOf(renderer, 'c'), ['c'])
  } finally {
    await renderer.close()
  }
})

test('a render can be cancelled while it waits and while it runs', async () => {
  const renderer = createRenderer({ timeMs: 3_600_000, threads: 1 })
  try {
    await linesOf(renderer, 'warm')
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = renderer.render({ text: endless }, { l }, { signal: running.signal })
    const second = renderer.render({ text: 'b' }, {}, { signal: waiting.signal })
    const third = linesOf(renderer, 'c')
    waiting.abort(new Error('no longer wanted'))
    await rejects(second, { message: 'no longer wanted' })
    setTimeout(() => running.abort(new Error('stopped')), 200)
    await rejects(first, { message: 'stopped' })
    deepEqual(await third, ['c'])
    await rejects(renderer.render({ text: 'd' }, {}, { signal: AbortSignal.abort(new Error('before')) }), {
      message: 'before',
    })
  } finally {
    await renderer.close()
  }
})

test('more templates than are kept can be rendered, and again', async () => {
  const renderer = createRenderer({ timeMs: 5000, threads: 1 })
  try {
    for (const round of [1, 2])
      for (let at = 0; at < 600; at++)
        deepEqual(await linesOf(renderer, `t${at} {{round}}`, { round }), [`t${at} ${round}`])
  } finally {
    await renderer.close()
  }
})

test('long templates that were compiled before take no memory from the next', async () => {
  const renderer = createRenderer({ timeMs: 5000, threads: 1, memoryMb: 32 })
  const lines = Array.from({ length: 100 }, (_, at) => `{{#if (eq a ${at})}}\nvlan {{add a ${at}}}\n{{/if}}`)
  try {
    for (let at = 0; at < 80; at++)
      deepEqual(await linesOf(renderer, `${lines.join('\n')}\n${at}`, { a: 7 }), ['vlan 14', String(at)])
  } finally {
    await renderer.close()
  }
})

test('a renderer that closes refuses what it renders, and can be closed again', async () => {
  const renderer = createRenderer({ timeMs: 3_600_000 })
  await renderer.close()
  await linesOf(renderer, 'a')
  const last = renderer.render({ text: endless }, { l })
  const refused = rejects(last, { code: 'TEMPLATE_CLOSED', status: 503 })
  setTimeout(() => void renderer.close(), 100)
  await refused
  await renderer.close()
})

test('kept entries are the last used ones, by number and by weight', () => {
  const recent = createRecent<number>({ entries: 3, weight: 10 })
  for (const [key, weight] of [
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ] as const)
    recent.set(key, 1, weight)
  equal(recent.get('a'), 1)
  recent.set('d', 1, 1)
  deepEqual(
    ['a', 'b', 'c', 'd'].map(key => recent.get(key)),
    [1, undefined, 1, 1],
  )
  recent.set('e', 2, 9)
  deepEqual(
    ['a', 'c', 'd', 'e'].map(key => recent.get(key)),
    [undefined, undefined, 1, 2],
  )
  recent.set('e', 3, 100)
  equal(recent.get('e'), 3)
  equal(recent.get('d'), undefined)
})

/** All files that a module loads, and the packages that they name. */
async function loaded(file: URL, files = new Set<string>(), packages = new Set<string>()) {
  if (files.has(file.href)) return packages
  files.add(file.href)
  for (const [, spec] of (await readFile(file, 'utf8')).matchAll(
    /^(?:import|export) (?!type )[^']*from '([^']+)'$/gm,
  ))
    if (spec!.startsWith('.')) await loaded(new URL(spec!, file), files, packages)
    else packages.add(spec!)
  return packages
}

test('a worker loads Handlebars and nothing of the service', async () => {
  const worker = new URL('../src/threads/worker.ts', import.meta.url)
  deepEqual([...(await loaded(worker))].toSorted(), ['handlebars', 'node:v8'])
})
