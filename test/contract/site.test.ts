import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'
import { missingTools } from '@linecard/test-kit/worlds/on-demand'

/** `npm run docs`: the pages as a site. */
const missing = await missingTools('tools/site')
const test = suite('the site of the pages', { level: 'full' })
const root = join(import.meta.dirname, '../..')
const site = join(root, 'tools/site/dist')

/** The words of a page, as a reader sees them. */
const wordsOf = async (page: string): Promise<string> =>
  (await readFile(join(site, page), 'utf8'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

const check = (name: string, body: () => Promise<void>) =>
  missing ? test.skip(name, missing) : test(name, body)

check('all pages of docs/, and every exported symbol of the kits with its comment', async () => {
  await promisify(execFile)(process.execPath, ['tools/run.mjs', 'tools/site/main.ts'], { cwd: root })
  const pages = await readdir(join(root, 'docs'), { recursive: true })
  const made = new Set(await readdir(site, { recursive: true }))
  const wanted = pages
    .filter(file => file.endsWith('.md'))
    .map(file => file.replace(/\.md$/, '.html').replace('README', 'index'))
  assert.ok(wanted.length > 25, `${wanted.length} pages`)
  assert.equal(
    wanted.filter(page => !made.has(page)),
    [],
  )
  assert.match(await wordsOf('index.html'), /know why a device does not answer/)
  const helpers = await wordsOf('guides/template-helpers.html')
  assert.match(helpers, /\{\{|&#123;&#123;/, 'braces of templates are no expressions')
  assert.match(await wordsOf('kits/functions/_linecard_plugin-kit.definePlugin.html'), /Declares a plugin/)
  assert.match(await wordsOf('kits/modules/_linecard_driver-kit_builders.html'), /qBridgeFdb/)
})
