/** Where the system posts what is shared to the installed application: `share_target` of public/manifest.webmanifest. */
export const shareTargetPath = '/share-target'
/** The field of that form with the files. */
export const sharedFilesField = 'files'
/** Address of the page that takes them. */
export const sharedFilesPage = '/send?shared'
