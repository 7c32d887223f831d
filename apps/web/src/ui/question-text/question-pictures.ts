const pictureKey = /^[0-9a-f-]{36}$/

/** Address of a picture of the school's, at most that wide. */
export const pictureAddress = (schoolId: string, key: string, width = 960) =>
  `/api/school/${schoolId}/image/${key}?w=${width}`

/** Gives the pictures of a sanitised text their addresses, which differ from school to school and so are stored nowhere. */
export function addressPictures(html: string, schoolId: string): string {
  if (!html.includes('<img')) return html
  const template = document.createElement('template')
  template.innerHTML = html
  for (const picture of template.content.querySelectorAll('img')) {
    const { picture: key = '' } = picture.dataset
    if (!pictureKey.test(key)) picture.remove()
    else picture.setAttribute('src', pictureAddress(schoolId, key))
  }
  return template.innerHTML
}
