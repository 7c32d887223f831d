import { addressOf } from '@escola/contract/call'
import { certificates } from '@escola/contract/certificates.contract'
import { coursePagePath } from '@escola/contract/course-pages.contract'
import { htmlPages, isHtmlPage, isTermsOrPolicy } from '@escola/contract/pages.contract'
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
import { findOpenPage, findPublicCourse, listOpenLinks } from '../course-pages/course-pages.service.ts'
import type { SchoolAddresses } from '../schools/school-addresses.service.ts'
import { describeCourse } from './structured-course.ts'

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
    const isOpen = !school.is_private && !school.is_blocked
    const [first, name = '', ...rest] = place.split('/').filter(Boolean).map(decodePart)
    // Search engines read the gallery, the open pages of courses and the terms; every other page is for people who have its address.
    const isListed = isOpen && (first === undefined || (name === '' && isTerms(first)))
    // A school with a domain of its own has one address for each page, whichever way it was opened.
    const isByDomain = base === '' || !home.startsWith(config.publicUrl)
    const picture = (key: string | null) => (key ? `${config.publicUrl}${imageUrl(school.id, key)}?w=1200` : undefined)
    const logo = picture(school.logo_square_key ?? school.logo_wide_key)
    const about: PageDescription = {
      title: school.name,
      description: (isOpen && school.gallery_sentence) || previewTexts.school(school.name),
      url: isByDomain ? `${home}${place === '/' ? '' : place}` : `${config.publicUrl}${address.pathname}`,
      siteName: school.name,
      image: logo ?? `${config.publicUrl}/assets/icon-512-1.png`,
      icon: imageUrl(school.id, school.logo_square_key) || undefined,
      themeColor: mailColors(school.ui_theme).deep,
      manifest: `${base}/manifest.webmanifest`,
      isListed,
      canonical: isListed ? `${home}${place}` : undefined,
      measuredBy: [
        ...(school.google_analytics_code ? (['google'] as const) : []),
        ...(school.facebook_pixel ? (['meta'] as const) : []),
      ],
    }
    if (first === 'v' && name && rest.length === 0) {
      const issued = await verifyCertificate(openSchool(school.id), name).catch(ignoreMissing)
      if (!issued) return about
      const preview = { ...about, ...previewTexts.certificate(issued) }
      if (!issued.is_drawn || !issued.student_name || issued.state === 'revoked') return preview
      const params = { schoolId: school.id, code: issued.code }
      const image = `${config.publicUrl}${addressOf(certificates.picture, { params })}`
      return { ...preview, image, isLargeImage: true }
    }
    if (first === 'conheca' && name && rest.length === 0 && isOpen) {
      const page = await findOpenPage(openSchool(school.id), name)
      if (!page) return about
      const url = home + coursePagePath(page.link)
      const cover = page.img_wide_url && `${config.publicUrl}${page.img_wide_url}?w=1200`
      const lessons = page.modules.reduce((sum, { content }) => sum + content.length, 0)
      const description = previewTexts.course({ promise: page.description_title, lessons, school: school.name })
      return {
        ...about,
        title: `${page.title} · ${school.name}`,
        description,
        url,
        image: cover || about.image,
        isLargeImage: cover !== '',
        isListed: true,
        canonical: url,
        data: describeCourse(page, {
          description,
          url,
          image: cover || undefined,
          school: { name: school.name, url: home },
        }),
      }
    }
    if (first === 'c' && name && rest.length === 0 && isOpen) {
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
  listPages: async (address) => {
    const school = await addresses.schoolAt(address)
    if (!school || school.is_private || school.is_blocked) return undefined
    const home = schoolUrlOf(config.publicUrl, school)
    const links = await listOpenLinks(openSchool(school.id), maxListed)
    return [`${home}/`, ...links.map((link) => home + coursePagePath(link))]
  },
})

/** Most courses that a sitemap names; the protocol takes 50,000 addresses. */
const maxListed = 10_000

const isTerms = (page: string) => isHtmlPage(page) && isTermsOrPolicy(page)

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
