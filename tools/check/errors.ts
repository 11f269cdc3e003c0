import type { Finding, Repository } from '../repository.ts'

/**
 * Every error code of the page is raised somewhere. The page itself is generated from the tables of codes.
 */
export function checkErrors({ packages, pages }: Repository): Finding[] {
  const file = 'docs/errors.md'
  const codes = [...(pages.get(file) ?? '').matchAll(/^\| `([A-Z_]+)`/gm)].map(match => match[1]!)
  const sources = packages.flatMap(pack =>
    [...pack.files].filter(([name]) => name.includes('/src/')).map(([, text]) => text),
  )
  const raised = (code: string) => sources.some(text => text.includes(`'${code}'`))
  return codes
    .filter(code => !raised(code))
    .map(code => ({ file, message: `${code} is declared but nothing raises it` }))
}
