import { addressOf } from '@escola/contract/call'
import { certificates } from '@escola/contract/certificates.contract'
import { htmlPages } from '@escola/contract/pages.contract'
import { previewTexts } from '@escola/contract/preview-texts'
import { AppError } from '../../core/app-error.ts'
import { schoolUrlOf } from '../../core/base-path.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import type { Directory } from '../../http/serve-web.ts'
import type { PageDescription } from '../../http/web-page.ts'
import { mailColors } from '../../mail/palette.ts'
import { verifyCertificate } from '../certificates/proof/proof.service.ts'
import type { SchoolAddresses } from '../schools/school-addresses.service.ts'
import { findPublicCourse } from './link-previews.queries.ts'

interface PreviewTools extends Pick<Tools, 'config'> {
  addresses: SchoolAddresses
  openSchool(id: string): School
}

/** Preview of a page that is shown wherever its address is pasted: the page's own texts for a visitor, and nothing else. */
export const linkPreviews = ({ config, addresses, openSchool }: PreviewTools): Directory => ({
  split: (address) => addresses.split(address),
  movedTo: (address) => addresses.movedTo(address),
  describe: async (address) => {
    const school = await addresses.schoolAt(address)
    if (!school) return undefined
    const { base, place } = addresses.split(address)
    const home = schoolUrlOf(config.publicUrl, school)
    // A school with a domain of its own has one address for each page, whichever way it was opened.
    const isByDomain = base === '' || !home.startsWith(config.publicUrl)
    const picture = (key: string | null) => (key ? `${config.publicUrl}${imageUrl(school.id, key)}?w=1200` : undefined)
    const logo = picture(school.logo_square_key ?? school.logo_wide_key)
    const about: PageDescription = {
      title: school.name,
      description: previewTexts.school(school.name),
      url: isByDomain ? `${home}${place === '/' ? '' : place}` : `${config.publicUrl}${address.pathname}`,
      siteName: school.name,
      image: logo ?? `${config.publicUrl}/assets/icon-512-1.png`,
      icon: imageUrl(school.id, school.logo_square_key) || undefined,
      themeColor: mailColors(school.ui_theme).deep,
      manifest: `${base}/manifest.webmanifest`,
      isListed: true,
      measuredBy: [
        ...(school.google_analytics_code ? (['google'] as const) : []),
        ...(school.facebook_pixel ? (['meta'] as const) : []),
      ],
    }
    const [first, name = '', ...rest] = place.split('/').filter(Boolean).map(decodePart)
    if (first === 'v' && name && rest.length === 0) {
      const issued = await verifyCertificate(openSchool(school.id), name).catch(ignoreMissing)
      if (!issued) return { ...about, isListed: false }
      const preview = { ...about, ...previewTexts.certificate(issued), isListed: false }
      if (!issued.is_drawn || !issued.student_name || issued.state === 'revoked') return preview
      const params = { schoolId: school.id, code: issued.code }
      const image = `${config.publicUrl}${addressOf(certificates.picture, { params })}`
      return { ...preview, image, isLargeImage: true }
    }
    // A student's profile is for those who are given the link, and for no search engine.
    if (first === 'p') return { ...about, isListed: false }
    if (first === 'c' && name && rest.length === 0 && !school.is_private && !school.is_blocked) {
      const course = await findPublicCourse(openSchool(school.id), name)
      if (!course) return about
      return {
        ...about,
        title: `${course.title} · ${school.name}`,
        description: previewTexts.course({ ...course, school: school.name }),
        image: picture(course.cover_key) ?? about.image,
        isLargeImage: course.cover_key !== null,
      }
    }
    const page = rest.length === 0 && name === '' ? pages.get(first ?? '') : undefined
    if (page) return { ...about, title: `${page.title} · ${school.name}`, description: page.describe(school.name) }
    return about
  },
})

/** Pages with a description of their own, the same for every visitor. */
const pages = new Map([
  ...(['termos-e-condicoes', 'politica-de-privacidade', 'sobre'] as const).map(
    (page) => [page as string, { title: htmlPages[page] as string, describe: previewTexts[page] }] as const,
  ),
  ['contato', { title: 'Contato', describe: previewTexts.contato }] as const,
])

const ignoreMissing = (error: unknown) => {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}

/** Decodes a part of a path. A malformed part stays as it is, because it matches no name anyway. */
const decodePart = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
