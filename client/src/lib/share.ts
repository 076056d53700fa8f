/** Sharing and saving with what the browser offers; each answers whether it worked. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

export async function share(title: string, address: string): Promise<boolean> {
  try {
    await navigator.share({ title, text: title, url: address })
    return true
  } catch {
    return false // the visitor changed their mind
  }
}

/** The clipboard is missing on pages without https: then the old way through a selected field is left. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    document.body.append(field)
    field.select()
    const worked = document.execCommand('copy')
    field.remove()
    return worked
  }
}

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
