import AudioIcon from '@mui/icons-material/AudiotrackOutlined'
import CodeIcon from '@mui/icons-material/CodeOutlined'
import TextIcon from '@mui/icons-material/DescriptionOutlined'
import ArchiveIcon from '@mui/icons-material/FolderZipOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import VideoIcon from '@mui/icons-material/MovieOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import SlidesIcon from '@mui/icons-material/SlideshowOutlined'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import type { FileType } from './fileType.ts'

export const fileIcons: Record<FileType, typeof FileIcon> = {
  image: ImageIcon,
  pdf: PdfIcon,
  text: TextIcon,
  table: TableIcon,
  slides: SlidesIcon,
  video: VideoIcon,
  audio: AudioIcon,
  archive: ArchiveIcon,
  code: CodeIcon,
  other: FileIcon,
}
