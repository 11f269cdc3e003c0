import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitepress'

const root = join(import.meta.dirname, '../../..')
const docs = join(root, 'docs')
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** A link that leaves `docs/` leads to the repository: the site has no page of it. */
function outside(target, page) {
  if (/^([a-z]+:|#|\/)/i.test(target)) return target
  const [path, anchor] = target.split('#')
  const file = relative(root, join(docs, page, '..', path))
  if (file.startsWith('docs/')) return target
  return `${homepage}/blob/main/${file}${anchor ? `#${anchor}` : ''}`
}

const group = (text, pages) => ({
  text,
  items: pages.map(([title, link, target]) => ({ text: title, link, target })),
})

export default defineConfig({
  title: 'Linecard',
  description: 'Open software with which internet providers run their switches, routers, OLTs and ONUs',
  srcDir: docs,
  outDir: join(root, 'tools/site/dist'),
  cacheDir: join(root, 'tools/site/.vitepress/cache'),
  rewrites: { 'README.md': 'index.md' },
  cleanUrls: true,
  markdown: {
    // `<id>` in a text is no element.
    html: false,
    // Texts of tables and guides have {{ }} of templates, which are no expressions of Vue.
    config(md) {
      const render = md.renderer.render.bind(md.renderer)
      md.renderer.render = (...args) =>
        render(...args)
          .replaceAll('{{', '&#123;&#123;')
          .replaceAll('}}', '&#125;&#125;')
      md.core.ruler.before('normalize', 'remarks', state => {
        state.src = state.src.replaceAll(/^<!--.*?-->$/gms, '')
      })
      md.core.ruler.push('outside', state => {
        for (const token of state.tokens.flatMap(({ children }) => children ?? []))
          if (token.type === 'link_open')
            token.attrSet('href', outside(token.attrGet('href'), state.env.relativePath ?? ''))
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: homepage }],
    sidebar: [
      group('Use', [
        ['Index', '/'],
        ['Settings', '/configuration'],
        ['Secure it', '/secure'],
        ['Backup and restore', '/backup'],
        ['Workers', '/workers'],
        ['When a device does not answer', '/silent-device'],
        ['Support matrix', '/support-matrix'],
        ['Modules', '/reference/modules'],
        ['Permissions', '/reference/permissions'],
        ['Names in the API', '/reference/api-names'],
        ['Errors', '/errors'],
        ['Versions', '/versions'],
      ]),
      group('Features', [
        ['OLTs', '/olts'],
        ['Registrations', '/guides/registration'],
        ['Macros', '/guides/macros'],
        ['Links', '/links'],
        ['Configurations', '/backup-tool'],
        ['Series', '/metrics'],
        ['Pinger', '/pinger'],
        ['Outages', '/guides/outages'],
        ['Rules', '/events-rules'],
        ['Existing clients', '/clients'],
        ['Action log', '/action-log'],
      ]),
      group('Extend', [
        ['A driver in 30 minutes', '/guides/driver'],
        ['A plugin in 20 minutes', '/guides/plugin'],
        // TypeDoc's pages, which VitePress's router does not know.
        ['Kits for drivers and plugins', '/kits/index.html', '_self'],
        ['Helpers of templates', '/guides/template-helpers'],
        ['Architecture', '/architecture'],
        ['Glossary', '/glossary'],
      ]),
      group('Of the project', [
        ['Drivers beside recordings', '/project/driver-fidelity'],
        ['Known limits', '/project/limits'],
        ['Libraries', '/project/dependencies'],
      ]),
    ],
  },
})
