import { htmlPages } from '@escola/contract/pages.contract'
import { AppError } from '../../core/app-error.ts'
import { schoolUrlOf } from '../../core/base-path.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import type { Directory } from '../../http/serve-web.ts'
import type { About } from '../../http/web-page.ts'
import { mailColors } from '../../mail/palette.ts'
import { verifyCertificate } from '../certificates/certificate-lookups.service.ts'
import type { SchoolAddresses } from '../schools/school-addresses.service.ts'
import { findPublicCourse } from './link-previews.queries.ts'

interface PreviewTools extends Pick<Tools, 'config'> {
  addresses: SchoolAddresses
  openSchool(id: string): School
}

/** What is shown of a page wherever its address is pasted: what the page itself shows to a visitor, and nothing else. */
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
    const about: About = {
      title: school.name,
      description: `${school.name}: cursos na internet, no seu ritmo, com certificado que qualquer pessoa confere.`,
      url: isByDomain ? `${home}${place === '/' ? '' : place}` : `${config.publicUrl}${address.pathname}`,
      siteName: school.name,
      image: picture(school.logo_square_key ?? school.logo_wide_key),
      themeColor: mailColors(school.ui_theme).deep,
      manifest: `${base}/manifest.webmanifest`,
      isListed: true,
      measuredBy: [
        ...(school.google_analytics_code ? (['google'] as const) : []),
        ...(school.facebook_pixel ? (['meta'] as const) : []),
      ],
    }
    const [first, name = '', ...rest] = place.split('/').filter(Boolean).map(decoded)
    if (first === 'v' && name && rest.length === 0) {
      const issued = await verifyCertificate(openSchool(school.id), name).catch(unlessMissing)
      if (!issued) return { ...about, isListed: false }
      const { student_name, course_title, school_name, state } = issued
      return {
        ...about,
        title: `Certificado de ${student_name}`,
        description:
          state === 'valid'
            ? `${student_name} concluiu o curso ${course_title}. Certificado emitido por ${school_name}: confira que é verdadeiro.`
            : `Este certificado de ${student_name}, do curso ${course_title}, foi substituído por outro.`,
        isListed: false,
      }
    }
    // Whom somebody studies with is for those who are given the link, and for no search engine.
    if (first === 'p') return { ...about, isListed: false }
    if (first === 'c' && name && rest.length === 0 && !school.is_private && !school.is_blocked) {
      const course = await findPublicCourse(openSchool(school.id), name)
      if (!course) return about
      const lessons = course.lessons === 1 ? '1 aula' : `${course.lessons} aulas`
      return {
        ...about,
        title: `${course.title} · ${school.name}`,
        description: `${asSentence(course.promise)}Um curso de ${school.name}, com ${lessons} para fazer no seu ritmo.`,
        image: picture(course.cover_key) ?? about.image,
        isLargeImage: course.cover_key !== null,
      }
    }
    const told = rest.length === 0 && name === '' ? tellers.get(first ?? '') : undefined
    if (told) return { ...about, title: `${told.title} · ${school.name}`, description: told.of(school.name) }
    return about
  },
})

/** Before another one; authors end their lines as they like. */
const asSentence = (line: string) => (line === '' ? '' : `${/[.!?…]$/.test(line) ? line : `${line}.`} `)

/** Pages that say something of their own, whoever asks. */
const tellers = new Map<string, { title: string; of: (school: string) => string }>([
  [
    'termos-e-condicoes',
    { title: htmlPages['termos-e-condicoes'], of: (school) => `O que vale para quem estuda em ${school}.` },
  ],
  [
    'politica-de-privacidade',
    {
      title: htmlPages['politica-de-privacidade'],
      of: (school) => `Como ${school} cuida dos dados de quem estuda lá, de acordo com a LGPD.`,
    },
  ],
  [
    'sobre',
    { title: htmlPages.sobre, of: (school) => `Conheça ${school}: o que ensina, e como falar com quem cuida dela.` },
  ],
  ['contato', { title: 'Contato', of: (school) => `Como falar com ${school}.` }],
])

const unlessMissing = (error: unknown) => {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}

/** As typed where it cannot be read; nothing has such a name. */
const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
