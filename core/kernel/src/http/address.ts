/** All operations lie below this path. */
export const prefix = '/api/v1'

/** Path of an address without its query, which may contain a key. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#;]/)
  return end < 0 ? url : url.slice(0, end)
}
