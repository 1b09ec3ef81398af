# What docs/reading.md says of R: Rscript docs/reading.R <study> <view> <technique> <sampling> <word> <word>
suppressPackageStartupMessages(library(hdf5r))

arguments <- commandArgs(trailingOnly = TRUE)
stopifnot("name a study, view, technique, sampling and two words" = length(arguments) == 6)
root <- arguments[1]
cell <- paste(arguments[2:4], collapse = "/")
words <- arguments[5:6]

# PIP losses between runs
file <- H5File$new(file.path(root, "measures", cell, "pip.h5"), mode = "r")
losses <- file[["losses"]][, ]
file$close_all()
cat(sprintf("loss %.6f\n", mean(losses[upper.tri(losses)])))

# the cosine of two words in each run; vectors are (dims, words, runs) here
blocks <- list.files(file.path(root, "models", cell), "^[0-9]+-[0-9]+(\\.thin)?\\.h5$", full.names = TRUE)
first <- as.integer(sub("-.*", "", basename(blocks)))
for (block in blocks[order(first)]) {
  file <- H5File$new(block, mode = "r")
  rows <- match(words, file[["words"]][])
  stopifnot("a word is not in the text" = !anyNA(rows))
  runs <- file[["runs"]][]
  for (k in seq_along(runs)) {
    pair <- sapply(rows, function(row) file[["vectors"]][, row, k])
    cosine <- sum(pair[, 1] * pair[, 2]) / sqrt(sum(pair[, 1]^2) * sum(pair[, 2]^2))
    cat(sprintf("run %d %.6f\n", runs[k], cosine))
  }
  file$close_all()
}

# a table; a word may be spelt NA
trust <- read.csv(file.path(root, "tables", "trust.csv"), na.strings = "", encoding = "UTF-8")
for (k in seq_len(nrow(trust))) cat(trust$word[k], trust$verdict[k], "\n")
