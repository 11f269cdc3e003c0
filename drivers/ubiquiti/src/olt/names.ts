/** Number of a PON port: `pon3`. Null: the name of another port. */
export const ponNumber = (name: string): number | null => {
  const found = /^pon(\d{1,2})$/i.exec(name.trim())
  return found ? Number(found[1]) : null
}
