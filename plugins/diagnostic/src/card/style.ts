import { createHash } from 'node:crypto'
import { Html } from '@linecard/plugin-kit/html'

const style = `
:root{color-scheme:light dark;font:16px/1.4 system-ui,sans-serif}
body{margin:0 auto;max-width:46rem;padding:.75rem}
h1{font-size:1.2rem;margin:.2rem 0}
h2{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.2rem 0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.2rem .5rem .2rem 0}
th,td{border-bottom:1px solid #8884;overflow-wrap:anywhere}
th{font-weight:600;width:40%}
thead th{width:auto}
.good{color:#0a7d32}
.bad{color:#c62828;font-weight:600}
.note{color:#777;font-size:.85rem}
@media(prefers-color-scheme:dark){.good{color:#5ec27a}.bad{color:#ff7b72}}
`

export const metadata = new Html(
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="referrer" content="no-referrer">',
)

/** In one piece, because the policy has the hash of exactly this text. */
export const styleElement = new Html(`<style>${style}</style>`)

/** Content-Security-Policy: no script, no picture, nothing from other sites. Only this style, by its hash. */
export const policy = (frames: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
  ].join('; ')
